import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { readMemorySnapshot } from '../../memory/read-snapshot.ts'
import { findLatestSitting } from '../../model/artist.ts'
import { listFindings } from '../../support/findings.ts'
import { randomFrom } from '../../text/seed.ts'
import { type Rows, readRows } from '../rows.ts'
import { formatDraw } from './calls.ts'
import { type CallOutcome, type Log, playClient } from './client.ts'
import { type Draw, type DrawnSchedule, drawSchedule } from './draw.ts'
import { findBrokenInvariants, findDifference, findStaleLore } from './invariants.ts'
import { createSignal, drawChoice, newLane } from './lane.ts'
import { type OpeningResult, playOpening } from './opening.ts'
import { type ChangeEvent, findExplainingOrder } from './order.ts'
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
  if ('model' in explanation) {
    const { model } = explanation
    const { snapshotId } = await readMemorySnapshot(service.plain, artistId, findLatestSitting(model.artist))
    broken.push(...[findDifference(rows, snapshotId, model) ?? []].flat())
  } else
    broken.push(
      `no order of the calls explains the answers; the furthest: ${explanation.order.join(', ')}; then\n      ${explanation.why}`,
    )
  if (isComposing(drawn.calls, rows)) {
    const trouble = await composeAll(service, artistId)
    const after = await readRows(service.plain, artistId)
    broken.push(...[trouble ?? findStaleLore(after) ?? []].flat(), ...findBrokenInvariants(after))
  }
  const [finding] = await listFindings(service.plain, artistId)
  return finding === undefined ? broken : [...broken, `verify: ${JSON.stringify(finding)}`]
}

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

/** More slices than any refresh here takes, however often it begins again. */
const slicesMax = 12

/** Whether Lore was being composed while the clients ran, so that a refresh may have read the state before. */
const isComposing = (calls: readonly Draw[], { jobs }: Rows): boolean =>
  calls.some(({ op }) => op === 'advance') && jobs.some(({ state }) => state === 'pending')

/** Runs all refreshes to their end, as if the leases and pauses of faulty ones were over. */
async function composeAll({ call, plain }: Service, artistId: string): Promise<string | undefined> {
  for (let slices = 0; slices < slicesMax; slices += 1) {
    await sql`update artist_research_jobs set
        leased_until = case when lease_token is not null then now() - interval '1 second' end,
        next_run_at = least(next_run_at, date_trunc('milliseconds', now())),
        queued_at = now()
      where artist_id = ${artistId} and state in ('pending', 'waiting')`.execute(plain)
    const { status, body } = await call('POST', '/api/research/advance', { artistId, kinds: ['lore_refresh'] })
    if (status !== 200 || body.status !== 'ok')
      return `advance was answered ${status} ${JSON.stringify(body)} when all was over`
    if (body.ran === false) return undefined
  }
  return `Lore is not composed after ${slicesMax} slices`
}

/** What the schedules have covered, to show that they differ. */
export function newCoverage() {
  const interleavings = new Set<string>()
  const outcomes = new Map<string, number>()
  const faults = new Map<string, number>()
  const sums = { schedules: 0, waits: 0 }
  const count = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)
  return {
    interleavings,
    outcomes,
    faults,
    sums,
    add({ drawn, played, answered }: SimulationResult): void {
      interleavings.add(computeFingerprint(drawn.opening, played))
      sums.schedules += 1
      sums.waits += played.waits
      for (const { op, outcome } of answered) count(outcomes, `${op} ${outcome}`)
      for (const fault of played.faults) count(faults, fault)
    },
  }
}

/** Equal for two schedules in which the same calls took the same steps in the same order. */
export const computeFingerprint = (opening: string, { trace }: SimulationResult['played']): string =>
  createHash('sha256')
    .update(JSON.stringify([opening, trace]))
    .digest('base64url')

/**
 * A schedule that has broken a promise: what the clients wanted, which one took which step when, and what was
 * broken.
 */
export function describeFailure({ seed, manner, drawn, played, broken }: SimulationResult): string {
  const { opening, calls, faults, isCrowded, repeats } = drawn
  const width = Math.max(...calls.map((call) => formatDraw(call).length)) + 4
  return [
    `SEED=${seed} breaks a promise; the opening is “${opening}”, steps are taken ${manner}${isCrowded ? ', queues are the server’s to order' : ''}`,
    ...calls.map((call, at) => `  ${formatLane(at)} ${formatDraw(call)}`),
    ...faults.map(
      (fault) =>
        `  ${formatLane(fault.lane)} meets ${JSON.stringify(fault)}; a refused call is sent again up to ${repeats} times`,
    ),
    ...played.trace.map(({ lane, call, step, note }, at) => {
      const who = `${' '.repeat(4 * lane)}${formatLane(lane)} ${call}`.padEnd(width + 4 * calls.length)
      return `  ${String(at + 1).padStart(3)} ${who} ${step}${note === '' ? '' : ` [${note}]`}`
    }),
    ...broken.map((finding) => `  BROKEN: ${finding}`),
    `  SEED=${seed} SCHEDULES=1 npm test -- test/system/tests/interleavings.test.ts plays it again`,
  ].join('\n')
}
