import type { NewJob } from '#src/queue/enqueue.ts'

/** The refresh by which Lore reads new answers, and composes again under the boundaries that hold now. */
export const newLoreRefresh = (artistId: string, id: string): NewJob => ({ artistId, id, kind: 'lore_refresh' })
