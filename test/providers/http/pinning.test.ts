import t from 'tap'
import { createNetwork, fetchFrom, startServer } from './outside.ts'

t.test('a name is resolved once a call, and the call is bound to that address', async (t) => {
  const honest = await startServer(t, (_, response) => response.end('honest'), '127.0.0.2')
  const inside = await startServer(t, (_, response) => response.end('inside'), '127.0.0.1', honest.port)
  const answers = [['127.0.0.2'], ['127.0.0.1'], ['127.0.0.1']]
  const network = createNetwork(() => answers.shift() ?? [])
  const address = `http://page.example:${honest.port}/`

  t.match(await fetchFrom(address, { network }), { status: 200, body: Buffer.from('honest') })
  t.same(network.lookups, ['page.example'])
  t.same(
    await fetchFrom(address, { network }),
    { failure: 'refused_address' },
    'the next call sees the change, and refuses',
  )
  t.equal(inside.requests.length, 0)
})

t.test('a name that leads to a public and a private address is refused', async (t) => {
  const network = createNetwork({ 'page.example': ['127.0.0.2', '10.0.0.1'] })
  t.same(await fetchFrom('http://page.example/', { network }), { failure: 'refused_address' })
})

t.test('a name without an address is unresolved', async (t) => {
  t.same(await fetchFrom('http://page.example/', { network: createNetwork({}) }), { failure: 'unresolved' })
  t.same(await fetchFrom('http://page.example/', { network: createNetwork({ 'page.example': [] }) }), {
    failure: 'unresolved',
  })
})

t.test('a redirect is checked as a first address is', async (t) => {
  const inside = await startServer(t, (_, response) => response.end('inside'))
  const targets = {
    private: [inside.base, 'refused_address'],
    encoded: [inside.base.replace('127.0.0.1', '0x7f000001'), 'refused_address'],
    mapped: [inside.base.replace('127.0.0.1', '[::ffff:127.0.0.1]'), 'refused_address'],
    name: [`http://inside.example:${inside.port}/`, 'refused_address'],
    rebound: [`http://page.example:${inside.port}/`, 'refused_address'],
    credentials: ['http://user:secret@page.example/', 'refused_url'],
    scheme: ['file:///etc/passwd', 'refused_url'],
  } as const
  for (const [title, [location, failure]] of Object.entries(targets)) {
    const outside = await startServer(t, (_, response) => response.writeHead(302, { location }).end(), '127.0.0.2')
    let first = true
    const network = createNetwork((name) => {
      const address = name === 'page.example' && first ? '127.0.0.2' : '127.0.0.1'
      first = false
      return [address]
    })
    t.same(await fetchFrom(`http://page.example:${outside.port}/`, { network }), { failure }, title)
  }
  t.equal(inside.requests.length, 0)
})

t.test('only the origin that the operator has set may be private', async (t) => {
  const other = await startServer(t, (_, response) => response.end('other'))
  const set = await startServer(t, (request, response) => {
    if (request.url === '/own') response.writeHead(302, { location: '/here' }).end()
    else if (request.url === '/other') response.writeHead(302, { location: other.base }).end()
    else response.end('set')
  })
  const allowPrivate = `${set.base}/some/path`
  t.match(await fetchFrom(`${set.base}/own`, { allowPrivate }), { status: 200, finalUrl: `${set.base}/here` })
  t.same(await fetchFrom(`${set.base}/other`, { allowPrivate }), { failure: 'refused_address' })
  t.same(await fetchFrom(other.base, { allowPrivate }), { failure: 'refused_address' })
  t.equal(other.requests.length, 0)
})

t.test('a name of the operator is called at its private address', async (t) => {
  const set = await startServer(t, (_, response) => response.end('set'))
  const base = `http://search.internal:${set.port}`
  const network = createNetwork({ 'search.internal': ['127.0.0.1'] })
  t.match(await fetchFrom(`${base}/search`, { allowPrivate: base, network }), { status: 200 })
})
