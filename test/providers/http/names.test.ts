import { createSocket, type Socket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import t, { type Test } from 'tap'
import { createInternetNetwork } from '#src/research/providers/http/network.ts'
import { fetchFrom } from './outside.ts'

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
    const type = question.readUInt16BE(question.indexOf(0, 12) + 1)
    const dnsQuestion = question.subarray(0, question.indexOf(0, 12) + 5)
    const head = Buffer.from([
      dnsQuestion[0] ?? 0,
      dnsQuestion[1] ?? 0,
      0x81,
      0x80,
      0,
      1,
      0,
      type === 1 ? 1 : 0,
      0,
      0,
      0,
      0,
    ])
    const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address])
    socket.send(Buffer.concat([head, dnsQuestion.subarray(12), ...(type === 1 ? [record] : [])]), port, '127.0.0.1')
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
  const network = createInternetNetwork([await nameServer(t, () => {})])
  const calls = Array.from({ length: 12 }, (_, at) =>
    fetchFrom(`http://mute${at}.example/`, { network, deadlineMs: 300 }),
  )
  const startedMs = performance.now()
  await lookup('localhost')
  t.ok(performance.now() - startedMs < 2_000)
  for (const answer of await Promise.all(calls)) t.same(answer, { failure: 'timed_out' })
})
