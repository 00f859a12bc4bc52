import { createSocket, type Socket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { createInternetNetwork } from '#src/research/providers/http/network.ts'
import { isPublicAddress } from '#src/text/url/public-address.ts'
import { startServer } from '../../support/local-server.ts'
import { pollUntil } from '../../support/until.ts'
import { createNetwork, fetchFrom } from './outside.ts'

const notPublic = [
  ['this host', ['0.0.0.0', '0.1.2.3', '127.0.0.1', '127.255.255.254', '::', '::1']],
  ['private networks', ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd00:ec2::254']],
  ['the link', ['169.254.169.254', '169.254.0.1', 'fe80::1', 'febf::1']],
  ["a provider's own network", ['100.64.0.1', '100.100.100.200', '100.127.255.255']],
  ["a cloud's own machine", ['168.63.129.16']],
  ['many at once', ['224.0.0.1', '239.255.255.255', '255.255.255.255', 'ff02::1']],
  ['documentation and tests', ['192.0.2.1', '198.51.100.1', '203.0.113.1', '198.18.0.1', '2001:db8::1', '2001:2::1']],
  ['reserved numbers', ['192.0.0.1', '240.0.0.1', 'fec0::1', '100::1', '4000::1', '::2']],
  ['IPv4 inside IPv6, mapped', ['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1', '::ffff:93.184.215.14']],
  ['IPv4 inside IPv6, translated', ['64:ff9b::7f00:1', '64:ff9b::10.0.0.1', '64:ff9b:1::a00:1', '::ffff:0:7f00:1']],
  ['IPv4 inside IPv6, tunnelled', ['2002:7f00:1::', '2002:a00:1::1', '2001:0:7f00:1::1', '::127.0.0.1']],
  ['what is no address', ['', 'localhost', '1.2.3', '0x7f.1', '2130706433', '1.2.3.4:80', 'fe80::1%eth0']],
] as const

for (const [title, addresses] of notPublic) {
  t.test(`not public: ${title}`, async (t) => {
    for (const address of addresses) t.equal(isPublicAddress(address), false, address)
  })
}

t.test('public addresses are public', async (t) => {
  for (const address of ['93.184.215.14', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450::1']) {
    t.equal(isPublicAddress(address), true, address)
  }
})

const encoded = [
  ...['http://127.0.0.1/', 'http://127.1/', 'http://2130706433/', 'http://0x7f000001/', 'http://0x7f.0.0.1/'],
  ...['http://017700000001/', 'http://0177.0.0.01/', 'http://%31%32%37.0.0.1/', 'http://１２７.0.0.1/'],
  ...['http://127。0。0。1/', 'http://0/', 'http://[::]/', 'http://[::1]/', 'http://[0:0:0:0:0:0:0:1]/'],
  ...['http://[::ffff:127.0.0.1]/', 'http://[::ffff:7f00:1]/', 'http://[64:ff9b::127.0.0.1]/', 'http://[fe80::1]/'],
  ...['http://169.254.169.254/latest/meta-data/', 'http://100.64.0.1:1024/', 'http://localhost/'],
]

t.test('an address in any notation is refused before a connection', async (t) => {
  for (const address of encoded) t.same(await fetchFrom(address), { failure: 'refused_address' }, address)
})

const notCallable = [
  [
    'another scheme',
    ['file:///etc/passwd', 'ftp://a.example/', 'gopher://a.example/', 'data:text/plain,x', 'javascript:1'],
  ],
  ['credentials', ['http://user@example.org/', 'http://user:secret@example.org/', 'http://:secret@example.org/']],
  ["a port that is not the web's", ['http://example.org:25/', 'http://example.org:1023/', 'https://example.org:0/']],
  ['no address at all', ['', 'example.org', '//example.org/', 'http://', 'http://[::1', 'http://256.256.256.256/']],
  ['too long', [`http://example.org/${'a'.repeat(2048)}`]],
] as const

for (const [title, addresses] of notCallable) {
  t.test(`not called: ${title}`, async (t) => {
    for (const address of addresses) t.same(await fetchFrom(address), { failure: 'refused_url' }, address)
  })
}

/** A name server on this machine; closed when the test ends. */
async function nameServer(t: Test, answer: (socket: Socket, question: Buffer, port: number) => void) {
  const socket = createSocket('udp4')
  socket.on('message', (question, { port }) => answer(socket, question, port))
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  t.teardown(() => socket.close())
  return `127.0.0.1:${socket.address().port}`
}

/** One record of type A for that name (RFC 1035, section 4.1); no record of any other. */
function answerWith(address: number[]) {
  return (socket: Socket, question: Buffer, port: number) => {
    const nameEnd = question.indexOf(0, 12) + 1
    const hasRecord = question.readUInt16BE(nameEnd) === 1
    const head = [0x81, 0x80, 0, 1, 0, hasRecord ? 1 : 0, 0, 0, 0, 0]
    const record = hasRecord ? [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address] : []
    const asked = question.subarray(12, nameEnd + 4)
    socket.send(
      Buffer.concat([question.subarray(0, 2), Buffer.from(head), asked, Buffer.from(record)]),
      port,
      '127.0.0.1',
    )
  }
}

t.test('a name resolves to the addresses of its name server', async (t) => {
  const { resolve } = createInternetNetwork([await nameServer(t, answerWith([192, 0, 2, 7]))])
  t.same(await resolve('page.example', { isOwn: false, signal: new AbortController().signal }), ['192.0.2.7'])
})

t.test('a name with a private address is refused, whichever name server serves it', async (t) => {
  const network = createInternetNetwork([await nameServer(t, answerWith([127, 0, 0, 1]))])
  t.same(await fetchFrom('http://page.example/', { network }), { failure: 'refused_address' })
})

t.test("the operator's own name is resolved by the system", async (t) => {
  const { resolve } = createInternetNetwork([await nameServer(t, () => {})])
  const addresses = await resolve('localhost', { isOwn: true, signal: new AbortController().signal })
  t.ok(addresses.length > 0 && addresses.every((address) => ['127.0.0.1', '::1'].includes(address)))
})

t.test('names whose server never responds block neither their calls nor names of the system', async (t) => {
  let asked = 0
  const countQuestion = () => {
    asked += 1
  }
  const network = createInternetNetwork([await nameServer(t, countQuestion)])
  const calls = Array.from({ length: 12 }, (_, at) =>
    fetchFrom(`http://mute${at}.example/`, { network, deadlineMs: 300 }),
  )
  await pollUntil(() => asked >= calls.length)
  await lookup('localhost')
  for (const answer of await Promise.all(calls)) t.same(answer, { failure: 'timed_out' })
  const call = new AbortController()
  const pending = network.resolve('mute.example', { isOwn: false, signal: call.signal })
  call.abort()
  t.same(await Promise.race([pending, setTimeout(1_000)]), [], 'its questions end with the call')
})

t.test('a name is resolved once a call, and the call is bound to that address', async (t) => {
  const inside = await startServer(t, (_, response) => response.end('inside'), '127.0.0.1')
  const honest = await startServer(t, (_, response) => response.end('honest'), '127.0.0.2', inside.port)
  const answers = [['127.0.0.2'], ['127.0.0.1'], ['127.0.0.1']]
  const network = createNetwork(() => answers.shift() ?? [])
  const address = `http://page.example:${honest.port}/`

  t.match(await fetchFrom(address, { network }), { status: 200, body: Buffer.from('honest') })
  t.same(network.lookups, ['page.example'])
  const next = await fetchFrom(address, { network })
  t.same(next, { failure: 'refused_address' }, 'the next call sees the change, and refuses')
  t.equal(inside.requests.length, 0)
})

t.test('a name that leads to a public and a private address is refused', async (t) => {
  const network = createNetwork({ 'page.example': ['127.0.0.2', '10.0.0.1'] })
  t.same(await fetchFrom('http://page.example/', { network }), { failure: 'refused_address' })
})

t.test('a name without an address is unresolved', async (t) => {
  for (const names of [{}, { 'page.example': [] }])
    t.same(await fetchFrom('http://page.example/', { network: createNetwork(names) }), { failure: 'unresolved' })
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
