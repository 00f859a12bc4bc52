import * as revisions from '#src/text/revisions.ts'

/** The function of each kind of revision, by the kind's name in the documents. */
export const revisionFunctions: Record<string, (object: never) => string> = {
  entry: revisions.computeEntryRevision,
  source: revisions.computeSourceRevision,
  boundary: revisions.computeBoundaryRevision,
  correction: revisions.computeCorrectionRevision,
  candidate: revisions.computeCandidateRevision,
  lore: revisions.computeLoreRevision,
  memory: revisions.computeMemoryRevision,
  audit: revisions.computeAuditHash,
}
