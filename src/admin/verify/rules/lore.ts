import { formatVersionSubject, isCorrectionVersion } from '../event-index.ts'
import { findAction, type Rule } from '../rule.ts'

const buildCorrectionSubject = (correctionId: string) => `correction:${correctionId}`

/** The row repeats the last version. The first event has what the request that corrected the Lore named. */
export const corrections: Rule<'corrections'> = {
  table: 'corrections',
  getSubject: ({ id }) => buildCorrectionSubject(id),
  revisionOf: 'correction',
  complete: ({ id }) => ({ correctionId: id }),
  getExpected: (_row, events) => {
    const versions = events.filter(isCorrectionVersion)
    const { requestId, loreRevision, start, end } = events[0]?.details ?? {}
    return {
      ...{ request_id: requestId, lore_revision: loreRevision, claim_start: start, claim_end: end },
      number: versions.length,
      revision: versions.at(-1)?.revision,
      previous: versions.at(-2)?.revision,
      created_at: versions[0]?.at,
      updated_at: versions.at(-1)?.at,
      retracted_at: findAction(events, 'correction.retracted')?.at,
    }
  },
}

export const correctionVersions: Rule<'correction_versions'> = {
  table: 'correction_versions',
  getSubject: ({ correction_id: id, number }) => formatVersionSubject(buildCorrectionSubject(id), number),
  revisionOf: 'correction',
  getExpected: ({ correction_id: id, number }, [event], { trail }) => ({
    revision: event?.revision,
    previous: trail.lookUp(formatVersionSubject(buildCorrectionSubject(id), number - 1))[0]?.revision,
    saved_at: event?.at,
  }),
}

export const loreVersions: Rule<'lore_versions'> = {
  table: 'lore_versions',
  getSubject: ({ number }) => `lore:${number}`,
  revisionOf: 'lore',
  getExpected: ({ number }, [event], { trail }) => ({
    revision: event?.revision,
    previous: trail.lookUp(`lore:${number - 1}`)[0]?.revision,
    job_id: event?.details.jobId,
    composed_by: event?.details.by,
    created_at: event?.at,
  }),
}
