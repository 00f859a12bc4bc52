import type { NewJob } from '#src/queue/enqueue.ts'

/** The refresh that composes Lore again under the boundaries that hold now. */
export const newLoreRefresh = (artistId: string, id: string): NewJob => ({ artistId, id, kind: 'lore_refresh' })
