/** The path of a source in the knowledge of an artist, its identity percent-encoded as a client would. */
export const buildSourcePath = (artistId: string, sourceId: string, query = '') =>
  `/api/artist/${artistId}/knowledge/sources/${encodeURIComponent(sourceId)}${query}`

export const buildListPath = (artistId: string, query = '') => `/api/artist/${artistId}/knowledge/sources${query}`

export const buildEvidencePath = (artistId: string, evidenceId: string, query = '') =>
  `/api/artist/${artistId}/research/evidence/${encodeURIComponent(evidenceId)}${query}`
