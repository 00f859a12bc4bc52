import type { NewJob } from '#src/queue/enqueue.ts'

/** The refresh that lets Lore read what a sitting, or the answer to a legacy offer, has brought. */
export const newLoreRefresh = (artistId: string, id: string): NewJob => ({ artistId, id, kind: 'lore_refresh' })
