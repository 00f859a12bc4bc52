import { randomUUID } from 'node:crypto'
import { computeMemoryRevision } from '#src/text/revisions.ts'
import { type Measurement, runLoop, toMeasurement } from '../statistics.ts'
import type { Answer, Artist, Calls } from './artists.ts'

/** One load. `service` is where it listens; without it the load is the floor's statements. */
export type Load = {
  work: 'read' | 'revise' | 'sitting'
  service?: string
  connections: number
  seconds: number
  /** Whether the writers share one artist, with answers of their own; otherwise each has artists of its own. */
  sharedArtist?: boolean
}

type LoopPosition = { loop: number; loops: number; random: () => number; sharedArtist: boolean }

/**
 * Texts of different lengths, about 250 characters. Each is new: the service does not save the same answer twice, and
 * the seeded numbers come again when another process makes a load.
 */
const generateWording = (random: () => number) =>
  `Wording ${randomUUID()}. ${'It stood in the old mill, and it sounded like rain. '.repeat(1 + Math.floor(random() * 8))}`

const pickOne = <T>(list: readonly T[], random: () => number): T => list[Math.floor(random() * list.length)] as T

/** An artist that no other connection changes. */
function pickOwnArtist(artists: readonly Artist[], { loop, loops, random }: LoopPosition): Artist {
  const ownedCount = Math.floor((artists.length - 2 - loop) / loops) + 1
  return artists[loop + loops * Math.floor(random() * ownedCount)] as Artist
}

function pickOwnAnswer(artists: readonly Artist[], position: LoopPosition): { artist: Artist; answer: Answer } {
  if (!position.sharedArtist) {
    const artist = pickOwnArtist(artists, position)
    return { artist, answer: pickOne(artist.answers, position.random) }
  }
  const artist = artists.at(-1) as Artist
  const { loop, loops, random } = position
  const ownedCount = Math.floor((artist.answers.length - 1 - loop) / loops) + 1
  return { artist, answer: artist.answers[loop + loops * Math.floor(random() * ownedCount)] as Answer }
}

async function readOne(calls: Calls, artists: readonly Artist[], { random }: LoopPosition): Promise<void> {
  await calls.read(pickOne(pickOne(artists, random).answers, random))
}

async function reviseOne(calls: Calls, artists: readonly Artist[], position: LoopPosition): Promise<void> {
  const { artist, answer } = pickOwnAnswer(artists, position)
  const revision = await calls.revise(answer, generateWording(position.random))
  if (revision === answer.revision) throw new Error(`A revise of ${answer.id} changed nothing`)
  answer.revision = revision
  answer.number += 1
  artist.latest = answer
}

/** What is timed of a sitting, in the order of its rows in the table. */
type Step = 'offer' | 'answer' | 'finish'
type StepDurations = Record<Step, number>

/** A whole sitting with one question that cites two passages. */
async function holdSitting(calls: Calls, artists: readonly Artist[], position: LoopPosition): Promise<StepDurations> {
  const artist = pickOwnArtist(artists, position)
  const session = await calls.start(artist)
  const snapshotId = predictMemory(artist, session.sitting)
  const times = [performance.now()]
  const question = await calls.offer(artist, session, snapshotId)
  times.push(performance.now())
  const revision = await calls.answer(artist, question, generateWording(position.random))
  times.push(performance.now())
  artist.latest = { id: question.id, artistId: artist.id, revision, number: 1, savedSeq: Number.NaN }
  await calls.finish(artist, session)
  times.push(performance.now())
  const [startedMs = 0, offered = 0, answered = 0, finished = 0] = times
  return { offer: offered - startedMs, answer: answered - offered, finish: finished - answered }
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

/** Runs a load over one set of calls a connection; the measurements are those of the work's rows in the table. */
export async function runLoad(
  { work, connections: loops, seconds, sharedArtist = false }: Load,
  calls: readonly Calls[],
  artists: readonly Artist[],
  random: () => number,
): Promise<Measurement[]> {
  const steps: StepDurations[] = []
  const whole = await runLoop(loops, seconds, async (loop) => {
    const over = calls[loop] as Calls
    const position = { loop, loops, random, sharedArtist }
    if (work === 'read') await readOne(over, artists, position)
    else if (work === 'revise') await reviseOne(over, artists, position)
    else steps.push(await holdSitting(over, artists, position))
  })
  return steps.length === 0 ? [whole] : measureSteps(steps, loops)
}

/** Steps a second over this number of connections, computed from the duration of each step. */
const measureSteps = (steps: readonly StepDurations[], connections: number): Measurement[] =>
  (['offer', 'answer', 'finish'] as const).map((step) => {
    const tookMs = steps.map((took) => took[step])
    const meanMs = tookMs.reduce((sum, ms) => sum + ms, 0) / tookMs.length
    return toMeasurement((connections * 1_000) / meanMs, tookMs)
  })
