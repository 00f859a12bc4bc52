import t from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { type Operation, operationContracts } from '#src/contract/document.ts'
import { createRandomDraw, type Fault, listRandomFaults } from '#src/http/fault-injection/faults.ts'
import { countRows } from '../support/records.ts'
import { createTestContext } from '../support/test-context.ts'

const operation = (id: string) => operationContracts.get(id as never) as Operation
const draws = 2_000

/** The faults of a number of requests of an operation, by rate and seed. */
function drawFaults(rate: number, seed: number, id: string): (Fault | undefined)[] {
  const draw = createRandomDraw({ rate, seed })
  const faults = listRandomFaults(operation(id))
  return Array.from({ length: draws }, () => draw(faults))
}

t.test('a rate is the share of requests with a fault; the same seed repeats it', async (t) => {
  const some = drawFaults(0.1, 7, 'offerInterviewQuestion')
  const met = some.filter((fault) => fault !== undefined)
  t.ok(Math.abs(met.length / draws - 0.1) < 0.03, `${met.length} of ${draws}`)
  const kinds = new Set(met.map(({ name }) => name))
  for (const name of ['memory_changed', 'rate_limited', 'persistence_unavailable', 'lost-reply', 'lost-commit'])
    t.ok(kinds.has(name), name)
  t.ok(kinds.has('slow:3000'))
  t.notOk(kinds.has('quota_spent'), 'which this operation does not declare')
  const ofOthers = drawFaults(1, 7, 'requestQuestionResearch').map((fault) => fault?.name)
  t.notOk(ofOthers.includes('not_configured'), 'which no repeat would mend')
  t.same(drawFaults(0.1, 7, 'offerInterviewQuestion'), some)
  t.notSame(drawFaults(0.1, 8, 'offerInterviewQuestion'), some)
  t.ok(
    drawFaults(1, 7, 'checkHealth').every((fault) => fault === undefined),
    'health is left alone',
  )
})

t.test('the faults of a service follow its seed, for every caller', async (t) => {
  const drawFirst = (seed: number) => drawFaults(0.5, seed, 'restoreInterview').slice(0, 8)
  const isQuick = (fault: Fault | undefined) => fault === undefined || fault.name === fault.refusal
  const seed = Array.from({ length: 10_000 }, (_, at) => at).find((at) => drawFirst(at).every(isQuick)) ?? 0
  const context = await createTestContext(t, { CHAOS: '0.5', CHAOS_SEED: String(seed) })
  const read = (headers?: Record<string, string>) =>
    context.call('owner', 'GET', `/api/artist/${context.artistId}/interview/session`, undefined, headers)
  const met: unknown[] = []
  for (const _ of drawFirst(seed)) {
    await context.call(null, 'GET', '/api/health')
    met.push((await read()).headers['x-chaos'])
  }
  t.same(
    met,
    drawFirst(seed).map((fault) => fault?.name),
  )
  t.equal((await read({ 'x-chaos': 'none' })).headers['x-chaos'], undefined)
})

const context = await createTestContext(t, { CHAOS: 'on-demand' })
const base = await context.app.listen({ host: '127.0.0.1', port: 0 })

/** Starts a sitting of the artist with the given fault; the response, or that there was none. */
async function start(requestId: string, fault: string): Promise<{ status: number | 'cut'; sessionId?: string }> {
  const response = await fetch(`${base}/api/artist/${context.artistId}/interview/session`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await context.token('owner')}`,
      'content-type': 'application/json',
      'x-chaos': fault,
    },
    body: JSON.stringify({ requestId }),
  }).catch(() => undefined)
  if (response === undefined) return { status: 'cut' }
  const { session } = (await response.json()) as { session?: { id: string } }
  return { status: response.status, ...(session && { sessionId: session.id }) }
}

const sittings = async () => (await countRows(context.db)).interview_sessions

t.test('a lost request has no effect', async (t) => {
  t.same(await start(uuidv7(), 'lost-request'), { status: 'cut' })
  t.equal(await sittings(), 0)
})

t.test('after a lost reply or an unconfirmed COMMIT the work is done, and a repeated request finds it', async (t) => {
  const requestId = uuidv7()
  t.same(await start(requestId, 'lost-reply'), { status: 'cut' })
  t.equal(await sittings(), 1)
  t.same(await start(requestId, 'lost-commit'), { status: 503 })
  t.match(await start(requestId, 'none'), { status: 200, sessionId: String })
  t.equal(await sittings(), 1)
})

t.test('a slow response is sent later, in full', async (t) => {
  const startedMs = performance.now()
  t.match(await start(uuidv7(), 'slow:300'), { status: 409 }, 'as it would have been: another sitting is open')
  t.ok(performance.now() - startedMs >= 295)
})
