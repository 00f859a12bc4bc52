import t from 'tap'
import { openPool } from '../support/database.ts'
import { createCall, createTestContext, openApp } from '../support/test-context.ts'
import { admits, exampleRequests, findArtistParameter } from './requests.ts'

const context = await createTestContext(t)
const missing = '0198f3a2-0000-7000-8000-00000000dead'

t.test('a malformed artist id is 400 with the interface’s message', async (t) => {
  for (const { operation, method, url, body } of exampleRequests.filter(({ operation }) =>
    findArtistParameter(operation),
  )) {
    for (const id of ['not-a-uuid', '%zz', 'x'.repeat(400), 'x'.repeat(5_000), '%20', `urn:uuid:${missing}`]) {
      const answer = await context.call('admin', method, url(id), body)
      t.equal(answer.status, 400, `${operation.id} ${id.slice(0, 20)}`)
      t.same(answer.body, { status: 'error', code: 'invalid_artist_id', error: 'artistId must be a UUID' })
    }
  }
})

t.test('an unknown artist is 404 for an administrator', async (t) => {
  const ofAnArtist = exampleRequests.filter(
    ({ operation }) => admits(operation, 'accessToken') && operation.path.includes('{'),
  )
  for (const { operation, method, url, body } of ofAnArtist) {
    const answer = await context.call('admin', method, url(missing), body)
    t.match(answer, { status: 404, body: { code: 'not_found' } }, operation.id)
  }
})

t.test('an outage is 503 with Retry-After, never an empty success', async (t) => {
  const { db } = openPool(t, 'postgresql://user@127.0.0.1:1/nowhere', { pool: { max: 2 } })
  const app = await openApp(t, context.config, { db })
  const call = createCall(app, context.token)
  for (const { operation, method, url, body } of exampleRequests.filter(({ operation }) =>
    operation.responses.has('503'),
  )) {
    const answer = await call('owner', method, url(context.artistId), body)
    t.match(answer, { status: 503, body: { code: 'persistence_unavailable' } }, operation.id)
    t.ok(Number(answer.headers['retry-after']) >= 1, 'says when to come back')
  }
  t.equal((await app.inject('/ready')).statusCode, 503)
  t.equal((await app.inject('/api/health')).statusCode, 200, 'health asks no database')
})
