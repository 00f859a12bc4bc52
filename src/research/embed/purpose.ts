import type { NewJob } from '#src/queue/enqueue.ts'

/** The purpose that distinguishes making the vectors of texts from other jobs of its kind; one per artist. */
export const embedPurpose = 'embed'

/**
 * `dimensions`: the length of the vectors that the model has answered a query with, where none of that length are kept.
 */
export type EmbedPayload = { dimensions?: number }

export const newEmbedding = (artistId: string, id: string, payload: EmbedPayload = {}): NewJob => ({
  artistId,
  id,
  payload,
  kind: 'source_search',
  purpose: embedPurpose,
})
