import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { computeMemoryRevision, computeSha256 } from '#src/text/revisions.ts'
import { type Measurement, runLoop, toMeasurement } from './statistics.ts'

/** What a client knows of an artist: the answers as they stand, and which of them was saved last. */
export type Artist = { id: string; sourceRevision: string; answers: Answer[]; latest: Answer }
export type Answer = { id: string; artistId: string; revision: string; savedSeq: number; number: number }
export type Session = { id: string; sitting: number }
type OfferedQuestion = { id: string; revision: string }

/** What a load is made of, over one connection; each call throws unless it succeeded. */
export type Calls = {
  read: (answer: Answer) => Promise<void>
  /** The new revision. */
  revise: (answer: Answer, text: string) => Promise<string>
  start: (artist: Artist) => Promise<Session>
  offer: (artist: Artist, session: Session, snapshotId: string) => Promise<OfferedQuestion>
  /** The revision of the answered question. */
  answer: (artist: Artist, question: OfferedQuestion, text: string) => Promise<string>
  finish: (artist: Artist, session: Session) => Promise<void>
}

/** One of those that are compared: its artists in the order of ids, the one with most answers last. */
export type Side = { artists: readonly Artist[]; calls: readonly Calls[] }

export type Load = {
  work: 'read' | 'revise' | 'sitting'
  connections: number
  /** Whether the writers share one artist, with answers of their own; otherwise each has artists of its own. */
  sharedArtist?: boolean
}

const tables = {
  service: { entries: 'public.interview_entries', versions: 'public.response_versions' },
  plain: { entries: 'plain.entries', versions: 'plain.versions' },
} as const

/** Every artist of the data set. What is written to the plain tables is none of the service's. */
export async function loadArtists(pool: pg.Pool, of: keyof typeof tables): Promise<Artist[]> {
  const { entries, versions } = tables[of]
  const { rows } = await pool.query<Answer>(`
    select e.artist_id as "artistId", e.id, e.revision, e.saved_seq as "savedSeq",
      (select max(number) from ${versions} v where v.artist_id = e.artist_id and v.entry_id = e.id) as number
    from ${entries} e order by e.artist_id, e.id`)
  const artists = Array.from(
    Map.groupBy(rows, ({ artistId }) => artistId),
    ([id, answers]): Artist => {
      const latest = answers.reduce((last, answer) => (answer.savedSeq > last.savedSeq ? answer : last))
      return { id, answers, latest, sourceRevision: computeSha256(`source ${id}`) }
    },
  )
  const most = artists.reduce((one, other) => (other.answers.length > one.answers.length ? other : one))
  return [...artists.filter((one) => one !== most), most]
}

/** Runs a load for about this many seconds; the measurements are those of the work's rows in the table. */
export async function runLoad(side: Side, load: Load, seconds: number): Promise<Measurement[]> {
  const steps: StepDurations[] = []
  const whole = await runLoop(load.connections, seconds, async (loop) => {
    const calls = side.calls[loop] as Calls
    if (load.work === 'read') await calls.read(pickOne(pickOne(side.artists).answers))
    else if (load.work === 'revise') await reviseOne(calls, ...pickOwnAnswer(side, load, loop))
    else steps.push(await holdSitting(calls, pickOwn(side.artists.slice(0, -1), load, loop)))
  })
  return steps.length === 0 ? [whole] : measureSteps(steps, load.connections)
}

const pickOne = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T

/** One that no other connection changes: every so many-th of the list is the connection's own. */
function pickOwn<T>(list: readonly T[], { connections }: Load, loop: number): T {
  const ownedCount = Math.floor((list.length - 1 - loop) / connections) + 1
  return list[loop + connections * Math.floor(Math.random() * ownedCount)] as T
}

function pickOwnAnswer({ artists }: Side, load: Load, loop: number): [Artist, Answer] {
  if (load.sharedArtist) {
    const artist = artists.at(-1) as Artist
    return [artist, pickOwn(artist.answers, load, loop)]
  }
  const artist = pickOwn(artists.slice(0, -1), load, loop)
  return [artist, pickOne(artist.answers)]
}

/** About 250 characters, and new: the service does not save the same answer twice. */
const generateWording = () => {
  const length = 1 + Math.floor(Math.random() * 8)
  return `Wording ${randomUUID()}. ${'It stood in the old mill, and it sounded like rain. '.repeat(length)}`
}

async function reviseOne(calls: Calls, artist: Artist, answer: Answer): Promise<void> {
  const revision = await calls.revise(answer, generateWording())
  if (revision === answer.revision) throw new Error(`A revise of ${answer.id} changed nothing`)
  answer.revision = revision
  answer.number += 1
  artist.latest = answer
}

/** What is timed of a sitting, in the order of its rows in the table. */
const timedSteps = ['offer', 'answer', 'finish'] as const
type StepDurations = Record<(typeof timedSteps)[number], number>

/** A whole sitting with one question that cites two passages. */
async function holdSitting(calls: Calls, artist: Artist): Promise<StepDurations> {
  const session = await calls.start(artist)
  const snapshotId = predictMemory(artist, session.sitting)
  const startedMs = performance.now()
  const question = await calls.offer(artist, session, snapshotId)
  const offeredMs = performance.now()
  const revision = await calls.answer(artist, question, generateWording())
  const answeredMs = performance.now()
  artist.latest = { id: question.id, artistId: artist.id, revision, number: 1, savedSeq: Number.NaN }
  await calls.finish(artist, session)
  return { offer: offeredMs - startedMs, answer: answeredMs - offeredMs, finish: performance.now() - answeredMs }
}

/** What the service will have, for every answer of the artist is of this process. */
const predictMemory = ({ id: artistId, latest }: Artist, sitting: number): string =>
  computeMemoryRevision({
    artistId,
    sitting,
    corrections: [],
    boundaries: [],
    latestAnswer: { entryId: latest.id, revision: latest.revision },
  })

/** Steps a second over this number of connections, computed from the duration of each step. */
const measureSteps = (steps: readonly StepDurations[], connections: number): Measurement[] =>
  timedSteps.map((step) => {
    const tookMs = steps.map((took) => took[step])
    const meanMs = tookMs.reduce((sum, ms) => sum + ms, 0) / tookMs.length
    return toMeasurement((connections * 1_000) / meanMs, tookMs)
  })
