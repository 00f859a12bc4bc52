import { toDatabaseProblem } from '#src/database/violations.ts'
import type { ApiReply } from '../../support/test-context.ts'
import { buildCall, type Call, formatDraw, type SimulatedArtist } from './calls.ts'
import type { Draw } from './draw.ts'
import { actors, type Lane } from './lane.ts'
import { recordAnswer } from './model.ts'
import { formatAnswer, type PlayedCall } from './order.ts'
import { formatLane, type TakenStep } from './schedule.ts'
import type { Service } from './service.ts'

/** One response as the client got it; `why` is what is wrong with it. */
export type CallOutcome = { lane: number; op: Draw['op']; outcome: string; why: string | undefined }

export type Log = {
  clock: { now: number }
  happened: PlayedCall[]
  answered: CallOutcome[]
  record(step: TakenStep): void
}

/** Calls once, and repeats the request as long as its outcome is unknown, a limited number of times. */
export async function playClient(
  lane: Lane,
  draw: Draw,
  repeats: number,
  simulated: SimulatedArtist,
  service: Service,
  log: Log,
) {
  lane.call = formatDraw(draw)
  try {
    let call: Call | undefined
    for (let sent = 0; sent <= repeats; sent += 1) {
      await lane.arrive(sent === 0 ? 'begins' : 'sends it again')
      call ??= await buildCall(draw, simulated, service)
      const { status } = await sendOnce(lane, call, sent, { simulated, service, log })
      if (status !== 503) break
    }
  } catch (error) {
    // A response that is not the contract's, for one.
    log.answered.push({ lane: lane.number, op: draw.op, outcome: 'failed', why: String(error) })
  }
  lane.moveTo('ended')
}

type Surroundings = { simulated: SimulatedArtist; service: Service; log: Log }

async function sendOnce(
  lane: Lane,
  call: Call,
  sent: number,
  { simulated, service, log }: Surroundings,
): Promise<ApiReply> {
  const from = log.clock.now
  const { steps } = lane
  lane.injected = { faults: [], hasLostCommit: false }
  const answer = await actors.run({ newId: lane.newId, lane }, () => send(call, service))
  log.record({ lane: lane.number, call: lane.call, step: `is answered ${formatAnswer(answer)}`, note: '' })
  const why = findFlaw(lane, answer, lane.steps - steps)
  const outcome = [answer.status, answer.body?.code].filter(Boolean).join(' ')
  log.answered.push({ lane: lane.number, op: call.op, outcome, why })
  recordAnswer(simulated.board, answer)
  keep(log, call, lane, { from, answer, sent })
  return answer
}

async function send(call: Call, service: Service): Promise<ApiReply> {
  try {
    return await call.send(service)
  } catch (error) {
    // An import is no call over HTTP: it throws what the command line makes a code of.
    const problem = toDatabaseProblem(error)
    if (problem === undefined) throw error
    return { status: problem.status, headers: {}, body: problem.body }
  }
}

/** A refusal for an outage, and only that, is allowed after an injected fault. */
function findFlaw({ injected }: Lane, { status, body }: ApiReply, steps: number): string | undefined {
  const { faults } = injected
  if (status === 200 && body?.status === 'error' && faults.length === 0) return 'failed although nothing had'
  if (status === 503 && faults.length === 0) return 'was refused with 503 although nothing had failed'
  if (status >= 500 && status !== 503) return `was answered ${status}`
  return steps === 0 && status < 500 ? 'has not gone through the scheduler' : undefined
}

/**
 * A call refused with 503 must have changed nothing, so it did not happen; unless the outcome of its COMMIT was lost.
 */
function keep(
  { happened, clock }: Log,
  { expect, ...call }: Call,
  { number, injected }: Lane,
  { from, answer, sent }: { from: number; answer: ApiReply; sent: number },
): void {
  const isUnknown = answer.status === 503
  if (expect === undefined || (isUnknown && !injected.hasLostCommit)) return
  const name = `${formatLane(number)}${sent === 0 ? '' : ` again`} ${call.words}`
  happened.push({ name, call: { ...call, expect }, from, until: clock.now, answer: isUnknown ? undefined : answer })
}
