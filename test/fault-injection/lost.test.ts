import t from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { countRows, createTestContext } from '../support/test-context.ts'
import { pollUntil } from '../support/until.ts'

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

t.test('the work of a cut stream continues without its client', async (t) => {
  const token = await context.token('owner')
  const takeTurn = () =>
    fetch(`${base}/api/onboarding/${context.artistId}/chat`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'x-chaos': 'lost-reply',
      },
      body: JSON.stringify({ type: 'confirm_profiles', addedLinks: [], removedSiteNames: [] }),
    }).then((response) => response.text())
  await t.rejects(takeTurn())
  const state = () => context.call(null, 'GET', `/api/onboarding/${context.artistId}/state`)
  await pollUntil(async () => (await state()).body.steps.profiles !== null)
  t.pass('the step is saved')
})
