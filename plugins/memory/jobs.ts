import type { NewJob } from '#src/queue/enqueue.ts'

/** The refresh that composes Lore again under the boundaries that hold now. */
export const loreRefresh = (artistId: string, id: string): NewJob => ({ artistId, id, kind: 'lore_refresh' })
