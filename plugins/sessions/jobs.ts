import type { JobRequest } from '#src/queue/enqueue.ts'

/** The refresh that lets Lore read what a sitting, or the answer to a legacy offer, has brought. */
export const loreRefresh = (artistId: string, id: string): JobRequest => ({ artistId, id, kind: 'lore_refresh' })
