import { answeredStep, type EntryContent, offeredStep, type Step, skippedStep } from '#src/interview/chain.ts'
import { type EntryObject, type HashedReference, revisionOfEntry } from '#src/text/revisions.ts'
import type { Row } from '../archive/rows.ts'
import { findingInCitation } from './citations.ts'
import type { Findings } from './finding.ts'
import { groupsOf, type Reading, sameInstant } from './reading.ts'
import type { Event, Trail } from './trail.ts'

type Entry = Row<'interview_entries'>
type Version = Row<'response_versions'>

/** Every question with every wording of its answer, told again from the trail and compared with the rows. */
export async function* findingsInEntries(reading: Reading, trail: Trail): Findings {
  const versionsOf = groupsOf(reading.rows('response_versions'), ({ entry_id }) => entry_id)
  for await (const entry of reading.rows('interview_entries')) {
    yield* findingsInRow(reading, entry)
    const versions = await Array.fromAsync(versionsOf(entry.id))
    yield* findingsInHistory(reading, entry, versions, trail.take(`entry:${entry.id}`))
  }
}

/** The row by itself: its own revision, and the evidence that it cites. */
async function* findingsInRow(reading: Reading, entry: Entry): Findings {
  const finding = (what: string) => reading.finding('interview_entries', { id: entry.id }, what)
  const state = entry.state as EntryObject['state']
  if (revisionOfStep(entry, { state, answer: entry.answer, previous: entry.previous }) !== entry.revision) {
    yield finding('its revision is not that of its content')
  }
  for (const citation of entry.citations as HashedReference[]) {
    const what = await findingInCitation(reading, citation)
    if (what !== undefined) yield finding(what)
  }
}

/** Tells the events one after another; each has to lead to the revision it names, and the last to the row as it stands. */
async function* findingsInHistory(reading: Reading, entry: Entry, versions: Version[], events: Event[]): Findings {
  const finding = (what: string) => reading.finding('interview_entries', { id: entry.id }, what)
  let step: Step | undefined
  let last: Event | undefined
  let number = 0
  for (const event of events) {
    last = event
    if (isAnswer(event, step)) {
      number += 1
      const version = versions[number - 1]
      if (version === undefined) {
        yield reading.finding(
          'response_versions',
          { entry_id: entry.id, number },
          `is missing; event ${event.seq} tells of it`,
        )
        return
      }
      step = stepTo(entry, step, version.answer)
      const what = differenceOfVersion(version, step, event, number)
      if (what !== undefined) yield reading.finding('response_versions', keyOf(version), what)
    } else {
      const what = step === undefined ? differenceOfOffer(entry, event) : undefined
      if (what !== undefined) yield finding(what)
      step = step === undefined ? offeredStep(entry) : skippedStep({ ...entry, revision: step.revision })
      if (event.revision !== null && event.revision !== step.revision)
        yield finding(`it is not what event ${event.seq} offered`)
    }
  }
  const untold = versions[number]
  if (untold !== undefined)
    yield reading.finding('response_versions', keyOf(untold), 'no event of the trail tells of it')
  const what = differenceOfEnd(entry, step, last)
  if (what !== undefined) yield finding(what)
}

/** An import tells of an offer (a legacy one) or of an answer; only the latter has a version number. */
function isAnswer({ action, details }: Event, step: Step | undefined): boolean {
  if (action === 'record.imported') return step === undefined && details.number === 1
  return action === 'answer.saved' || action === 'answer.revised'
}

/** An imported answer begins its chain; every other follows the offer or the wording before it. */
function stepTo(entry: Entry, before: Step | undefined, answer: string): Step {
  if (before !== undefined) return answeredStep({ ...entry, revision: before.revision }, answer)
  const first = { state: 'answered', answer, previous: null } as const
  return { ...first, revision: revisionOfStep(entry, first) }
}

function revisionOfStep(entry: EntryContent, step: Pick<EntryObject, 'state' | 'answer' | 'previous'>): string {
  return revisionOfEntry({
    artistId: entry.artist_id,
    entryId: entry.id,
    questionKey: entry.question_key,
    question: entry.question,
    sitting: entry.sitting,
    source: entry.source as EntryObject['source'],
    references: entry.citations as HashedReference[],
    ...step,
  })
}

const keyOf = ({ entry_id, number }: Version) => ({ entry_id, number })

function differenceOfVersion(version: Version, step: Step, event: Event, number: number): string | undefined {
  const imported = event.action === 'record.imported'
  const { number: told = number, note = null } = event.details
  if (version.revision !== step.revision) return 'its revision is not that of its content'
  if (version.previous !== step.previous) return 'it does not name the revision before it'
  if (version.revision !== event.revision) return `its revision is not that of event ${event.seq}`
  if (version.number !== number || told !== number) return `its number is not ${number}`
  if (version.saved_seq !== event.seq) return `event ${event.seq} saved it, and not ${version.saved_seq}`
  if (version.note !== note) return `its note is not that of event ${event.seq}`
  if (!sameInstant(version.saved_at, imported ? null : event.at)) return `it was not saved when event ${event.seq} says`
  return undefined
}

/** What the first event says of the offer besides its revision. */
function differenceOfOffer(entry: Entry, { action, at, details, seq }: Event): string | undefined {
  const offeredAt = action === 'record.imported' ? new Date(String(details.offeredAt)) : at
  if (!sameInstant(entry.offered_at, offeredAt)) return `it was not offered when event ${seq} says`
  if (action === 'record.imported') return undefined
  if (details.ordinal !== entry.ordinal || details.sessionId !== entry.session_id) {
    return `its place is not that of event ${seq}`
  }
  return undefined
}

/** The row as it stands against the last thing that the trail tells of it. */
function differenceOfEnd(entry: Entry, step: Step | undefined, last: Event | undefined): string | undefined {
  if (step === undefined || last === undefined) return 'no event of the trail tells of it'
  if (entry.revision !== step.revision) return `its revision is not the one that event ${last.seq} led to`
  if (entry.saved_seq !== (step.state === 'answered' ? last.seq : null))
    return `it does not stand as event ${last.seq} saved it`
  const updatedAt = step.state === 'offered' || last.action === 'record.imported' ? null : last.at
  if (!sameInstant(entry.answer_updated_at, updatedAt)) return `its answer did not change when event ${last.seq} says`
  return undefined
}
