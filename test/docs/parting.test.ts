import t from 'tap'
import { editContract } from './edited-contract.ts'

const at = { search: '/api/artist/{id}/knowledge/search', onboarding: '/api/onboarding/{artistId}/chat' }
editContract(({ paths }) => {
  Object.assign(paths[at.search].get, { deprecated: true, 'x-deprecated-at': '2026-12-01', 'x-sunset': '2027-06-01' })
  Object.assign(paths[at.onboarding].post, { deprecated: true, 'x-deprecated-at': '2026-12-01' })
})
const { operationContracts } = await import('#src/contract/document.ts')
const { findViolation } = await import('#src/contract/response-check.ts')
const { newWorld } = await import('../support/world.ts')

const announced = { deprecation: '@1796083200', sunset: 'Tue, 01 Jun 2027 00:00:00 GMT' }
const partingOf = ({ deprecation, sunset }: Record<string, unknown>) => ({ deprecation, sunset })
const none = { deprecation: undefined, sunset: undefined }

t.test('a deprecated operation tells of its end on every answer', async (t) => {
  const world = await newWorld(t)
  const search = `/api/artist/${world.artistId}/knowledge/search`
  const told = async (subject: string | null, url: string, headers: Record<string, string> = {}) => {
    const { status, headers: sent } = await world.call(subject, 'GET', url, undefined, headers)
    return { status, ...partingOf(sent) }
  }

  t.same(await told('owner', `${search}?query=organ`), { status: 200, ...announced })
  t.same(await told('owner', search), { status: 400, ...announced }, 'where the request is refused')
  t.same(await told(null, `${search}?query=organ`), { status: 401, ...announced }, 'where nobody calls')
  t.same(await told('stranger', `${search}?query=organ`), { status: 403, ...announced })
  const host = { host: 'not a host' }
  t.same(await told('owner', `${search}?query=organ`, host), { status: 400, ...announced }, 'before it is routed')
  t.same(await told('owner', `/api/artist/${world.artistId}/knowledge/brief`), { status: 200, ...none }, 'none else')
  t.same(partingOf((await world.call('owner', 'POST', search)).headers), none, 'a method that is none of its')

  await world.database.close()
  t.same(await told('owner', `${search}?query=organ`), { status: 503, ...announced }, 'when the database is away')
})

t.test('an end without a day is told as one, also on a stream', async (t) => {
  const world = await newWorld(t)
  const path = `/api/onboarding/${world.artistId}/chat`
  const { status, headers } = await world.call('owner', 'POST', path, { type: 'open' })
  t.equal(status, 200)
  t.same(partingOf(headers), { deprecation: announced.deprecation, sunset: undefined })
})

t.test('the headers are described where the contract says so, and nowhere else', async (t) => {
  const judged = (id: 'searchArtistEvidence' | 'readArtistBrief', headers: Record<string, string>) => {
    const all: Record<string, string> = {
      'content-type': 'application/json',
      'cache-control': 'private, no-store',
      ...headers,
    }
    const leaving = { status: 200, payload: '', header: (name: string) => all[name] }
    return findViolation(operationContracts.get(id), leaving)?.message
  }
  t.equal(judged('searchArtistEvidence', announced), undefined)
  t.match(judged('searchArtistEvidence', {}), /header deprecation/)
  t.match(judged('searchArtistEvidence', { ...announced, sunset: 'Tue, 01 Jun 2027 00:00:01 GMT' }), /header sunset/)
  t.match(judged('searchArtistEvidence', { deprecation: announced.deprecation }), /header sunset/)
  t.equal(judged('readArtistBrief', {}), undefined)
  t.match(judged('readArtistBrief', { deprecation: announced.deprecation }), /header deprecation/)
  t.match(judged('readArtistBrief', { sunset: announced.sunset }), /header sunset/)
})

t.test('half a statement is none: the service does not start with it', async (t) => {
  const { readDeprecationHeaders } = await import('#src/contract/deprecation.ts')
  const read = (told: object) => () => readDeprecationHeaders({ operationId: 'checkHealth', ...told })
  const [deprecated, since] = [{ deprecated: true }, { 'x-deprecated-at': '2026-12-01' }]
  t.same(read({})(), {})
  t.same(read({ deprecated: false })(), {})
  t.same(read({ ...deprecated, ...since })(), { deprecation: '@1796083200' })
  t.throws(read(deprecated), { message: /checkHealth is deprecated without x-deprecated-at/ })
  t.throws(read(since), { message: /is not deprecated/ })
  t.throws(read({ 'x-sunset': '2027-06-01' }), { message: /is not deprecated/ })
  t.throws(read({ ...deprecated, 'x-sunset': '2027-06-01' }), { message: /without x-deprecated-at/ })
  t.throws(read({ ...deprecated, ...since, 'x-sunset': '2026-11-30' }), { message: /ends before/ })
  for (const day of ['2027-02-30', '2027-6-1', 'soon', '', '2027-06-01T00:00:00Z', 20270601, null]) {
    t.throws(read({ ...deprecated, ...since, 'x-sunset': day }), { message: /no date/ }, String(day))
    t.throws(read({ ...deprecated, 'x-deprecated-at': day }), { message: /no date/ }, String(day))
  }
})
