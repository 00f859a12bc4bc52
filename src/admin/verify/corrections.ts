import { computeCorrectionRevision } from '#src/text/revisions.ts'
import type { ArtistRow } from '../archive/rows.ts'
import { findDifference, groupConsecutive, type VerificationContext } from './context.ts'
import type { EventIndex, StoredEvent } from './event-index.ts'
import type { Mismatches } from './mismatch.ts'

type Version = ArtistRow<'correction_versions'>

/** Checks each correction's chain of versions, one event each, and the row that repeats the last one. */
export async function* checkCorrections(reading: VerificationContext, trail: EventIndex): Mismatches {
  const readVersions = groupConsecutive(reading.readRows('correction_versions'), ({ correction_id }) => correction_id)
  for await (const row of reading.readRows('corrections')) {
    const toFinding = (what: string) => reading.createFinding('corrections', row, what)
    const all = trail.take(`correction:${row.id}`)
    const events = all.filter(({ action }) => action !== 'correction.retracted')
    const versions = await Array.fromAsync(readVersions(row.id))
    for (const [at, version] of versions.entries()) {
      const what = findVersionDifference(version, at + 1, versions[at - 1], events[at])
      if (what !== undefined) yield reading.createFinding('correction_versions', version, what)
    }
    if (events.length > versions.length)
      yield toFinding(`the version of event ${events[versions.length]?.seq} is missing`)
    const last = versions.at(-1)
    if (last === undefined) {
      yield toFinding('it has no version')
      continue
    }
    const { claim, correction, correction_kind, revision, previous, number } = last
    const repeated = { claim, correction, correction_kind, revision, previous, number }
    const instants = { created_at: versions[0]?.saved_at, updated_at: last.saved_at }
    const differing = findDifference(row, { ...repeated, ...instants })
    if (differing !== undefined) yield toFinding(`its ${differing} is not that of its versions`)
    const told = findDifference(row, getRequested(all))
    if (told !== undefined) yield toFinding(`its ${told} is not what the trail says`)
  }
}

function findVersionDifference(
  version: Version,
  number: number,
  before: Version | undefined,
  event: StoredEvent | undefined,
): string | undefined {
  const { artist_id: artistId, correction_id: correctionId, claim, correction, previous } = version
  const statement = { claim, correction, correctionKind: version.correction_kind, previous }
  if (computeCorrectionRevision({ artistId, correctionId, ...statement }) !== version.revision) {
    return 'its revision is not that of its content'
  }
  if (event === undefined) return 'no event of the trail tells of it'
  const expected = { number, previous: before?.revision, revision: event.revision, saved_at: event.at }
  const column = findDifference(version, expected)
  return column && `its ${column} is not that of event ${event.seq} and of the version before it`
}

/** What the request that corrected the Lore named, and the retraction. */
function getRequested(events: readonly StoredEvent[]) {
  const { requestId, loreRevision, start, end } = events[0]?.details ?? {}
  const retraction = events.find(({ action }) => action === 'correction.retracted')
  return {
    ...{ request_id: requestId, lore_revision: loreRevision, claim_start: start, claim_end: end },
    retracted_at: retraction?.at,
  }
}
