import t from 'tap'
import { getOperation } from '#src/contract/document.ts'
import { catalogue } from '#src/contract/problems/catalogue.ts'
import { findResponseContract } from '#src/contract/response-check.ts'
import { createFaultHeaderReader } from '#src/http/fault-injection/fault-header.ts'
import { findFault, listFaults } from '#src/http/fault-injection/faults.ts'
import { admits, exampleRequests } from '../contract/requests.ts'
import { countRows } from '../support/records.ts'
import { researchKey } from '../support/settings.ts'
import { createTestContext } from '../support/test-context.ts'

const context = await createTestContext(t, { CHAOS: 'on-demand' })
const { artistId, call } = context

/** The caller of the operation, so that no other refusal comes first. */
const chooseCredential = (operation: (typeof exampleRequests)[number]['operation']): Record<string, string> =>
  admits(operation, 'accessToken')
    ? {}
    : admits(operation, 'researchKey')
      ? { 'x-service-research-key': researchKey }
      : {}

t.test('every declared failure can be requested, as the contract describes it, without an effect', async (t) => {
  const before = await countRows(context.db)
  let answers = 0
  for (const { operation, method, url, body } of exampleRequests) {
    const refusals = listFaults(operation).flatMap(({ name, refusal }) => (refusal === name ? [refusal] : []))
    for (const code of refusals) {
      const headers = { ...chooseCredential(operation), 'x-chaos': `${code};retry-after=7` }
      const answer = await call('admin', method, url(artistId), body, headers)
      const { status } = catalogue[code]
      const again = status === 429 || (status === 503 && code !== 'not_configured')
      t.match(
        answer,
        { status, body: { status: 'error', code }, headers: { 'x-chaos': code } },
        `${operation.id} ${status} ${code}`,
      )
      t.equal(answer.headers['retry-after'], again ? '7' : undefined)
      t.ok(findResponseContract(operation, status), 'a status that the contract describes')
      answers += 1
    }
    const declared = [...operation.responses.keys()].filter((status) => Number(status) >= 400)
    const statuses = new Set(refusals.map((code) => String(catalogue[code].status)))
    t.same(
      declared.filter((status) => !statuses.has(status)),
      [],
      `${operation.id}: each declared failure can be asked for`,
    )
  }
  t.ok(answers > 200, `${answers} answers`)
  t.same(await countRows(context.db), before)
  t.same(await context.app.metrics.listViolations().then((all) => all.filter(({ value }) => value > 0)), [])
})

t.test('a status means the first of its codes; a missing credential or a bad request is refused first', async (t) => {
  const list = `/api/artist/${artistId}/interview/responses`
  t.match(await call('owner', 'GET', list, undefined, { 'x-chaos': '503' }), {
    status: 503,
    headers: { 'retry-after': '1' },
    body: { code: 'persistence_unavailable' },
  })
  t.match(await call('owner', 'GET', list, undefined, { 'x-chaos': '409' }), { body: { code: 'cursor_stale' } })
  t.match(await call(null, 'GET', list, undefined, { 'x-chaos': '503' }), { status: 401 })
  t.match(await call('owner', 'GET', `${list}?limit=0`, undefined, { 'x-chaos': '503' }), { status: 400 })
})

t.test('an undeclared failure cannot be requested', async (t) => {
  const session = `/api/artist/${artistId}/interview/session`
  for (const fault of ['quota_spent', 'cursor_stale', '418', '', 'lost', 'slow:0', 'slow:60001', 'none;times=1']) {
    const answer = await call('owner', 'GET', session, undefined, { 'x-chaos': fault })
    t.match(answer, { status: 400, body: { code: 'invalid_request', error: /^header X-Chaos: / } }, fault)
  }
  t.match(findFault('slow:60000', []), { delayMs: 60_000 }, 'a minute is the longest delay')
  for (const id of ['checkHealth', 'takeOnboardingTurn'] as const)
    t.equal(findFault('lost-commit', listFaults(getOperation(id))), undefined, id)
  for (const wrong of [
    '503;times=2',
    '503;key=a',
    '503;times=0;key=a',
    '503;times;key=a',
    '503;often=2',
    '503;retry-after',
  ]) {
    t.match(await call('owner', 'GET', session, undefined, { 'x-chaos': wrong }), { status: 400 }, wrong)
  }
})

t.test('the first n requests of a key fail, and the next is served: a retry succeeds', async (t) => {
  const session = `/api/artist/${artistId}/interview/session`
  const ask = async (fault: string) => (await call('owner', 'GET', session, undefined, { 'x-chaos': fault })).status
  const statuses: number[] = []
  for (let at = 0; at < 4; at += 1) statuses.push(await ask('503;times=2;key=one'))
  t.same(statuses, [503, 503, 200, 200])
  t.equal(await ask('503;times=2;key=another'), 503)
})

t.test('of ten thousand and one keys the oldest is forgotten', async (t) => {
  const read = createFaultHeaderReader(getOperation('restoreInterview'))
  const ask = (key: number) => read(`503;times=1;key=${key}`)
  for (let key = 0; key <= 10_000; key += 1) ask(key)
  t.equal(ask(1), 'none')
  t.match(ask(0), { name: 'persistence_unavailable' })
})

t.test('without chaos the header is ignored', async (t) => {
  const quiet = await createTestContext(t)
  const session = `/api/artist/${quiet.artistId}/interview/session`
  for (const fault of ['503', 'nonsense']) {
    const answer = await quiet.call('owner', 'GET', session, undefined, { 'x-chaos': fault })
    t.equal(answer.status, 200)
    t.equal(answer.headers['x-chaos'], undefined)
  }
  const preflight = await quiet.app.inject({
    method: 'OPTIONS',
    url: session,
    headers: { origin: 'https://a.example', 'access-control-request-method': 'GET' },
  })
  t.notMatch(preflight.headers['access-control-allow-headers'], /chaos/)
})
