import { roundServed } from '#src/queue/beginning.ts'
import type { NewJob } from '#src/queue/enqueue.ts'
import type { Resources } from '#src/resources.ts'

/** A refresh of Lore that a change may come with: what it is called, and where in the line it would stand. */
export type Refresh = { jobId: string; round: string | null }

export const newRefresh = ({ db, newId }: Pick<Resources, 'db' | 'newId'>): Refresh => ({
  jobId: newId(),
  round: roundServed(db),
})

/** The refresh that lets Lore read what a sitting, or the answer to a legacy offer, has brought. */
export const loreRefresh = (artistId: string, { jobId, round }: Refresh): NewJob => ({
  artistId,
  ...{ id: jobId, kind: 'lore_refresh', round },
})
