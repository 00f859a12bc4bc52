import { computeCorrectionRevision } from '#src/text/revisions.ts'
import type { ArtistRow } from '../archive/rows.ts'
import { groupConsecutive, isSameInstant, type VerificationContext } from './context.ts'
import type { EventIndex, StoredEvent } from './event-index.ts'
import type { Mismatches } from './mismatch.ts'

type Version = ArtistRow<'correction_versions'>
type Correction = ArtistRow<'corrections'>

/** Checks each correction's chain of versions, one event each, and the row that repeats the last one. */
export async function* checkCorrections(reading: VerificationContext, trail: EventIndex): Mismatches {
  const readVersions = groupConsecutive(reading.readRows('correction_versions'), ({ correction_id }) => correction_id)
  for await (const correction of reading.readRows('corrections')) {
    const all = trail.take(`correction:${correction.id}`)
    const events = all.filter(({ action }) => action !== 'correction.retracted')
    const versions = await Array.fromAsync(readVersions(correction.id))
    for (const [at, version] of versions.entries()) {
      const what = findVersionDifference(version, at + 1, versions[at - 1], events[at])
      const { correction_id, number } = version
      if (what !== undefined) yield reading.createFinding('correction_versions', { correction_id, number }, what)
    }
    const toFinding = (what: string) => reading.createFinding('corrections', { id: correction.id }, what)
    if (events.length > versions.length)
      yield toFinding(`the version of event ${events[versions.length]?.seq} is missing`)
    const what = findRowDifference(correction, versions) ?? findRequestDifference(correction, all)
    if (what !== undefined) yield toFinding(what)
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
  if (version.number !== number) return `its number is not ${number}`
  if (previous !== (before?.revision ?? null)) return 'it does not name the revision before it'
  if (event === undefined) return 'no event of the trail tells of it'
  if (event.revision !== version.revision) return `its revision is not that of event ${event.seq}`
  if (!isSameInstant(version.saved_at, event.at)) return `it was not saved when event ${event.seq} says`
  return undefined
}

/** What the request that corrected the Lore named, and the retraction. */
function findRequestDifference(row: Correction, events: StoredEvent[]): string | undefined {
  const details = events[0]?.details ?? {}
  const named = {
    requestId: row.request_id,
    loreRevision: row.lore_revision,
    start: row.claim_start,
    end: row.claim_end,
  }
  const differing = (Object.keys(named) as (keyof typeof named)[]).find(
    (name) => (details[name] ?? null) !== named[name],
  )
  if (differing !== undefined) return `its ${differing} is not what event ${events[0]?.seq} says`
  const retraction = events.find(({ action }) => action === 'correction.retracted')
  if (row.retracted_at === null)
    return retraction === undefined ? undefined : `event ${retraction.seq} has retracted it`
  if (retraction === undefined) return 'no event of the trail retracts it'
  return isSameInstant(row.retracted_at, retraction.at)
    ? undefined
    : `event ${retraction.seq} retracted it at another time`
}

function findRowDifference(row: Correction, versions: Version[]): string | undefined {
  const last = versions.at(-1)
  if (last === undefined) return 'it has no version'
  const repeated = ['claim', 'correction', 'correction_kind', 'revision', 'previous', 'number'] as const
  const differing = repeated.find((column) => row[column] !== last[column])
  if (differing !== undefined) return `its ${differing} is not that of version ${last.number}`
  if (!isSameInstant(row.created_at, versions[0]?.saved_at ?? null)) return 'it was not made when its first version was'
  if (!isSameInstant(row.updated_at, last.saved_at)) return 'it was not updated when its last version was saved'
  return undefined
}
