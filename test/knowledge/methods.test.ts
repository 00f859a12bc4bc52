import t from 'tap'
import { newWorld } from '../support/world.ts'

const world = await newWorld(t)
const extract = `/api/artist/${world.artistId}/knowledge/sources/extract`

t.test('a literal path wins over a template that would match it, for every method', async (t) => {
  for (const method of ['GET', 'PUT', 'PATCH', 'DELETE'] as const) {
    const response = await world.app.inject({ method, url: extract })
    t.equal(response.statusCode, 405, method)
    t.equal(response.headers.allow, 'POST', method)
    t.same(response.json().code, 'method_not_allowed')
  }
})

t.test('other paths still match the template', async (t) => {
  const { status, body } = await world.call('owner', 'GET', `${extract}s`)
  t.equal(status, 400)
  t.match(body.error, /^path\.sourceId/)
})

t.test('the method of the literal path is its own operation', async (t) => {
  t.equal((await world.call(null, 'POST', extract)).status, 401)
})
