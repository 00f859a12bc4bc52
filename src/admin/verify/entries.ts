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
import {
  findDifference,
  groupConsecutive,
  type Mismatches,
  revisionMatches,
  type VerificationContext,
} from './context.ts'
import type { EventIndex, StoredEvent } from './event-index.ts'

type Entry = ArtistRow<'interview_entries'>
type Version = ArtistRow<'response_versions'>

/** Replays each question with all versions of its answer from the trail, and compares the result with the rows. */
export async function* checkEntries(reading: VerificationContext, trail: EventIndex): Mismatches {
  const readVersions = groupConsecutive(reading.readRows('response_versions'), ({ entry_id }) => entry_id)
  for await (const entry of reading.readRows('interview_entries')) {
    const toFinding = (what: string) => reading.createFinding('interview_entries', entry, what)
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
  const toFinding = (what: string) => reading.createFinding('interview_entries', entry, what)
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
    if (what !== undefined) yield reading.createFinding('response_versions', version, what)
  }
  const unrecorded = versions[number]
  if (unrecorded !== undefined)
    yield reading.createFinding('response_versions', unrecorded, 'no event of the trail tells of it')
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

function findVersionDifference(
  version: Version,
  step: EntryRevision,
  event: StoredEvent,
  number: number,
): string | undefined {
  const imported = event.action === 'record.imported'
  const { number: recorded = number, note } = event.details
  if (version.revision !== step.revision) return 'its revision is not that of its content'
  if (recorded !== number) return `its number is not ${number}`
  const column = findDifference(version, {
    ...{ previous: step.previous, revision: event.revision, number, saved_seq: event.seq, note },
    saved_at: imported ? null : event.at,
  })
  return column && `its ${column} is not that of event ${event.seq}`
}

/**
 * How the row differs from the event that created the entry, besides the revision. An import adds no entry to a
 * sitting.
 */
function findPlaceDifference(entry: Entry, { action, at, details, seq }: StoredEvent): string | undefined {
  const imported = action === 'record.imported'
  const offeredAt = typeof details.offeredAt === 'string' ? new Date(details.offeredAt) : null
  const { sessionId, ordinal } = imported ? {} : details
  const place = { offered_at: imported ? offeredAt : at, ordinal, session_id: sessionId }
  const column = findDifference(entry, place)
  return column && `its ${column} is not that of event ${seq}`
}

/** How the row differs from its last event. */
function findEndDifference(
  entry: Entry,
  step: EntryRevision | undefined,
  last: StoredEvent | undefined,
): string | undefined {
  if (step === undefined || last === undefined) return 'no event of the trail tells of it'
  const column = findDifference(entry, {
    revision: step.revision,
    saved_seq: step.state === 'answered' ? last.seq : null,
    answer_updated_at: step.state === 'offered' || last.action === 'record.imported' ? null : last.at,
  })
  return column && `its ${column} is not what event ${last.seq} led to`
}
