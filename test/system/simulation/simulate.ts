import { verifyArtist } from '#src/admin/verify/artist.ts'
import { randomFrom } from '../../text/seed.ts'
import { type CallOutcome, type Log, playClient } from './client.ts'
import { composeAll, isComposing } from './compose-all.ts'
import { type DrawnSchedule, drawSchedule } from './draw.ts'
import { findBrokenInvariants, findDifference, findStaleLore } from './invariants.ts'
import { createSignal, newLane } from './lane.ts'
import { drawChoice } from './lane-choice.ts'
import { type OpeningResult, playOpening } from './opening.ts'
import { type ChangeEvent, findExplainingOrder } from './order.ts'
import { type Rows, readRows } from './rows.ts'
import { formatLane, type PlayedSchedule, playSchedule, type TakenStep } from './schedule.ts'
import { createIdSequence, type Service } from './service.ts'

export type SimulationResult = {
  seed: number
  manner: string
  drawn: DrawnSchedule
  played: PlayedSchedule
  answered: CallOutcome[]
  /** Each broken promise, in words. */
  broken: string[]
}

/** Plays the schedule of a seed on an artist of its own, and checks every promise; `run` distinguishes repetitions. */
export async function simulate(service: Service, seed: number, run = 0): Promise<SimulationResult> {
  const random = randomFrom(seed)
  const drawn = drawSchedule(random)
  const { manner, choose } = drawChoice(random, drawn.calls.length)
  const createIds = (name: string) => createIdSequence(`${seed}/${run}/${name}`)
  const opened = await playOpening(service, drawn, (name) => createIds(name)(), createIds('opening'))

  const signal = createSignal()
  const clock = { now: 0 }
  const trace: TakenStep[] = []
  const log: Log = { clock, happened: opened.happened, answered: [], record: (step) => trace.push(step) }
  const lanes = drawn.calls.map((_, at) => newLane(at, createIds(String(at)), signal))
  const clients = drawn.calls.map((call, at) => {
    const lane = lanes[at] as (typeof lanes)[number]
    return playClient(lane, call, drawn.repeats, opened.simulated, service, log)
  })
  const plan = { choose, faults: drawn.faults, isCrowded: drawn.isCrowded }
  const played = await playSchedule(lanes, plan, { signal, clock, trace, observer: service.observer })
  await Promise.all(clients)
  const broken = [
    ...(played.stuck === undefined ? [] : [played.stuck]),
    ...log.answered.flatMap(({ lane, op, why }) => (why === undefined ? [] : [`${op} of ${formatLane(lane)} ${why}`])),
  ]
  broken.push(...(await findBroken(service, drawn, opened)))
  return { seed, manner, drawn, played, answered: log.answered, broken }
}

async function findBroken(
  service: Service,
  drawn: DrawnSchedule,
  { simulated, before, happened }: OpeningResult,
): Promise<string[]> {
  const { artistId } = simulated
  const rows = await readRows(service.plain, artistId)
  const broken = findBrokenInvariants(rows)
  const explanation = findExplainingOrder(before, happened, buildTrail(rows))
  if ('model' in explanation) broken.push(...[findDifference(rows, explanation.model) ?? []].flat())
  else
    broken.push(
      `no order of the calls explains the answers; the furthest: ${explanation.order.join(', ')}; then\n      ${explanation.why}`,
    )
  if (isComposing(drawn.calls, rows)) {
    const trouble = await composeAll(service, artistId)
    const after = await readRows(service.plain, artistId)
    broken.push(...[trouble ?? findStaleLore(after) ?? []].flat(), ...findBrokenInvariants(after))
  }
  const finding = await findFirstFinding(service, artistId)
  return finding === undefined ? broken : [...broken, `verify: ${JSON.stringify(finding)}`]
}

/** The first finding of `verify`, with the tables' schemas read only once. */
const findFirstFinding = ({ plain, shapes }: Service, artistId: string) =>
  plain
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      for await (const finding of verifyArtist(trx, shapes, artistId)) return finding
      return undefined
    })

/**
 * The changes that the calls of the clients can have made: neither the opening's nor those that follow from another
 * event.
 */
function buildTrail({ events, entries }: Rows): ChangeEvent[] {
  const keys = new Map(entries.map(({ id, question_key }) => [`entry:${id}`, question_key]))
  const first = new Map(events.toReversed().map(({ seq, subject }) => [subject, seq]))
  const isByClients = ({ seq, action, subject }: Rows['events'][number]) => {
    if (beside.has(action)) return false
    return action !== 'record.imported' || subject.startsWith('correction:') || first.get(subject) !== seq
  }
  return events.filter(isByClients).map(({ seq, action, subject, at }) => ({
    seq,
    action,
    subject,
    at: new Date(at).toISOString(),
    questionKey: keys.get(subject) ?? null,
  }))
}

const beside = new Set(['artist.added', 'claim.approved', 'source.promoted', 'source.reviewed', 'lore.published'])
