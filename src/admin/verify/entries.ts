import {
  createAnsweredRevision,
  createOfferedRevision,
  createSkippedRevision,
  type EntryContent,
  type EntryRevision,
} from '#src/records/interview/entry-revision.ts'
import { computeRevision, type HashedReference } from '#src/text/revisions.ts'
import type { ArtistRow } from '../archive/rows.ts'
import { checkCitation } from './citations.ts'
import { groupConsecutive, isSameInstant, revisionMatches, type VerificationContext } from './context.ts'
import type { EventIndex, StoredEvent } from './event-index.ts'
import type { Mismatches } from './mismatch.ts'

type Entry = ArtistRow<'interview_entries'>
type Version = ArtistRow<'response_versions'>

/** Replays each question with all versions of its answer from the trail, and compares the result with the rows. */
export async function* checkEntries(reading: VerificationContext, trail: EventIndex): Mismatches {
  const readVersions = groupConsecutive(reading.readRows('response_versions'), ({ entry_id }) => entry_id)
  for await (const entry of reading.readRows('interview_entries')) {
    const toFinding = (what: string) => reading.createFinding('interview_entries', { id: entry.id }, what)
    const versions = await Array.fromAsync(readVersions(entry.id))
    const events = trail.take(`entry:${entry.id}`)
    const step = { state: entry.state as EntryRevision['state'], answer: entry.answer, previous: entry.previous }
    if (!revisionMatches(entry.revision, () => computeStepRevision(entry, step))) {
      yield toFinding('its revision is not that of its content')
      continue
    }
    for (const citation of entry.citations as HashedReference[]) {
      const what = await checkCitation(reading, citation)
      if (what !== undefined) yield toFinding(what)
    }
    yield* checkHistory(reading, entry, versions, events)
  }
}

/** Replays the events: each must lead to the revision it names, and the last one to the present row. */
async function* checkHistory(
  reading: VerificationContext,
  entry: Entry,
  versions: Version[],
  events: StoredEvent[],
): Mismatches {
  const toFinding = (what: string) => reading.createFinding('interview_entries', { id: entry.id }, what)
  let step: EntryRevision | undefined
  let last: StoredEvent | undefined
  let number = 0
  for (const event of events) {
    const misplaced = last === undefined ? findPlaceDifference(entry, event) : undefined
    if (misplaced !== undefined) yield toFinding(misplaced)
    last = event
    if (!isAnswer(event, step)) {
      step =
        step === undefined ? createOfferedRevision(entry) : createSkippedRevision({ ...entry, revision: step.revision })
      if (event.revision !== null && event.revision !== step.revision) {
        yield toFinding(`it is not what event ${event.seq} tells of`)
      }
      continue
    }
    number += 1
    const version = versions[number - 1]
    if (version === undefined) {
      const key = { entry_id: entry.id, number }
      yield reading.createFinding('response_versions', key, `is missing; event ${event.seq} tells of it`)
      return
    }
    step = nextStep(entry, step, version.answer)
    const what = findVersionDifference(version, step, event, number)
    if (what !== undefined) yield reading.createFinding('response_versions', pickKey(version), what)
  }
  const unrecorded = versions[number]
  if (unrecorded !== undefined)
    yield reading.createFinding('response_versions', pickKey(unrecorded), 'no event of the trail tells of it')
  const what = findEndDifference(entry, step, last)
  if (what !== undefined) yield toFinding(what)
}

/** An imported event is an offer (of a legacy question) or an answer; only an answer has a version number. */
function isAnswer({ action, details }: StoredEvent, step: EntryRevision | undefined): boolean {
  if (action === 'record.imported') return step === undefined && details.number === 1
  return action === 'answer.saved' || action === 'answer.revised'
}

/** An imported answer begins its chain; any other follows the offer or the previous version. */
function nextStep(entry: Entry, before: EntryRevision | undefined, answer: string): EntryRevision {
  if (before !== undefined) return createAnsweredRevision({ ...entry, revision: before.revision }, answer)
  const first = { state: 'answered', answer, previous: null } as const
  return { ...first, revision: computeStepRevision(entry, first) }
}

/** Over the references as stored, so that an unexpected property does not go unseen. */
const computeStepRevision = (
  entry: EntryContent,
  { state, answer, previous }: Omit<EntryRevision, 'revision'>,
): string =>
  computeRevision({
    kind: 'entry',
    artistId: entry.artist_id,
    entryId: entry.id,
    questionKey: entry.question_key,
    question: entry.question,
    sitting: entry.sitting,
    source: entry.source,
    references: entry.citations,
    state,
    answer,
    previous,
  })

const pickKey = ({ entry_id, number }: Version) => ({ entry_id, number })

function findVersionDifference(
  version: Version,
  step: EntryRevision,
  event: StoredEvent,
  number: number,
): string | undefined {
  const imported = event.action === 'record.imported'
  const { number: recorded = number, note = null } = event.details
  if (version.revision !== step.revision) return 'its revision is not that of its content'
  if (version.previous !== step.previous) return 'it does not name the revision before it'
  if (version.revision !== event.revision) return `its revision is not that of event ${event.seq}`
  if (version.number !== number || recorded !== number) return `its number is not ${number}`
  if (version.saved_seq !== event.seq) return `event ${event.seq} saved it, and not ${version.saved_seq}`
  if (version.note !== note) return `its note is not that of event ${event.seq}`
  if (!isSameInstant(version.saved_at, imported ? null : event.at))
    return `it was not saved when event ${event.seq} says`
  return undefined
}

/**
 * How the row differs from the event that created the entry, besides the revision. An import adds no entry to a
 * sitting.
 */
function findPlaceDifference(entry: Entry, { action, at, details, seq }: StoredEvent): string | undefined {
  const imported = action === 'record.imported'
  const offeredAt = imported ? parseInstant(details.offeredAt) : at
  if (!isSameInstant(entry.offered_at, offeredAt)) return `it was not offered when event ${seq} says`
  const { sessionId, ordinal } = imported ? { sessionId: null, ordinal: null } : details
  if (ordinal !== entry.ordinal || sessionId !== entry.session_id) return `its place is not that of event ${seq}`
  return undefined
}

const parseInstant = (value: unknown): Date | null => (typeof value === 'string' ? new Date(value) : null)

/** How the row differs from its last event. */
function findEndDifference(
  entry: Entry,
  step: EntryRevision | undefined,
  last: StoredEvent | undefined,
): string | undefined {
  if (step === undefined || last === undefined) return 'no event of the trail tells of it'
  if (entry.revision !== step.revision) return `its revision is not the one that event ${last.seq} led to`
  if (entry.saved_seq !== (step.state === 'answered' ? last.seq : null))
    return `it does not stand as event ${last.seq} saved it`
  const updatedAt = step.state === 'offered' || last.action === 'record.imported' ? null : last.at
  if (!isSameInstant(entry.answer_updated_at, updatedAt)) return `its answer did not change when event ${last.seq} says`
  return undefined
}
