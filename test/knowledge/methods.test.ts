import t from 'tap'
import { createTestContext } from '../support/test-context.ts'

const context = await createTestContext(t)
const extract = `/api/artist/${context.artistId}/knowledge/sources/extract`

t.test('a literal path wins over a template that would match it, for every method', async (t) => {
  for (const method of ['GET', 'PUT', 'PATCH', 'DELETE'] as const) {
    const response = await context.app.inject({ method, url: extract })
    t.equal(response.statusCode, 405, method)
    t.equal(response.headers.allow, 'POST', method)
    t.same(response.json().code, 'method_not_allowed')
  }
})

t.test('other paths still match the template', async (t) => {
  const { status, body } = await context.call('owner', 'GET', `${extract}s`)
  t.equal(status, 400)
  t.match(body.error, /^path\.sourceId/)
})

t.test('the method of the literal path is its own operation', async (t) => {
  t.equal((await context.call(null, 'POST', extract)).status, 401)
})
