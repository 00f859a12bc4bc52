import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import t from 'tap'
import { fetchFrom, networkOf, serverOf } from './outside.ts'

t.test('an answer of any status is an answer, with its headers', async (t) => {
  const server = await serverOf(t, (request, response) => {
    response.writeHead(Number(request.url?.slice(1)), { 'retry-after': '7' }).end('said')
  })
  for (const status of [200, 404, 418, 429, 500, 503]) {
    t.match(
      await fetchFrom(`${server.base}/${status}`, { allowPrivate: server.base }),
      { status, headers: { 'retry-after': '7' }, body: Buffer.from('said'), truncated: false },
      String(status),
    )
  }
})

t.test('what is sent: a name, what is accepted, the given headers and body', async (t) => {
  let sent = ''
  const server = await serverOf(t, (request, response) => {
    request.on('data', (chunk) => {
      sent += chunk
    })
    request.on('end', () => response.end())
  })
  const headers = { authorization: 'Bearer key', 'content-type': 'application/json' }
  const call = { allowPrivate: server.base, accept: 'text/html', method: 'POST', headers, body: '{"q":1}' } as const
  await fetchFrom(`${server.base}/a#fragment`, call)
  const [request] = server.requests
  t.match(request, { method: 'POST', url: '/a', headers: { accept: 'text/html', ...headers } })
  t.match(request?.headers['user-agent'], /^Sittings\//)
  t.equal(sent, '{"q":1}')
})

t.test('five redirects are followed, a sixth and a loop are not', async (t) => {
  const server = await serverOf(t, (request, response) => {
    const left = Number(request.url?.slice(1))
    if (left === 0) response.end('there')
    else response.writeHead(301, { location: left > 99 ? request.url : `/${left - 1}` }).end('x'.repeat(10_000))
  })
  const allowPrivate = server.base
  t.match(await fetchFrom(`${server.base}/5`, { allowPrivate }), { status: 200, finalUrl: `${server.base}/0` })
  t.same(await fetchFrom(`${server.base}/6`, { allowPrivate }), { failure: 'too_many_redirects' })
  t.same(await fetchFrom(`${server.base}/100`, { allowPrivate }), { failure: 'too_many_redirects' })
})

t.test('a key stays with the origin it was meant for, and a body is not sent twice', async (t) => {
  const other = await serverOf(t, (_, response) => response.end('other'), '127.0.0.2')
  const first = await serverOf(
    t,
    (request, response) => {
      if (request.url === '/same') response.end('same')
      else response.writeHead(307, { location: request.url === '/a' ? '/same' : `${other.base}/b` }).end()
    },
    '127.0.0.2',
  )
  const network = networkOf({})
  const headers = { authorization: 'Bearer key' }
  await fetchFrom(`${first.base}/a`, { network, headers })
  t.equal(first.requests[1]?.headers.authorization, 'Bearer key')
  await fetchFrom(`${first.base}/b`, { network, headers })
  t.equal(other.requests[0]?.headers.authorization, undefined)
  const posted = await fetchFrom(`${first.base}/b`, { network, method: 'POST', body: 'x' })
  t.match(posted, { status: 307 })
  t.equal(other.requests.length, 1)
})

t.test('compressed answers are unpacked, and what lies about it is malformed', async (t) => {
  const text = Buffer.from('the tide '.repeat(100))
  const server = await serverOf(t, (request, response) => {
    const bodies: Record<string, Buffer> = {
      gzip: gzipSync(text),
      br: brotliCompressSync(text),
      deflate: deflateSync(text),
      'x-gzip': gzipSync(text),
      identity: text,
    }
    const [encoding = '', broken] = (request.url ?? '').slice(1).split('/')
    const body = broken === undefined ? bodies[encoding] : text
    response.writeHead(200, { 'content-encoding': encoding }).end(body ?? text)
  })
  const allowPrivate = server.base
  for (const encoding of ['gzip', 'br', 'deflate', 'x-gzip', 'identity']) {
    t.match(await fetchFrom(`${server.base}/${encoding}`, { allowPrivate }), { body: text, truncated: false }, encoding)
  }
  for (const lie of ['gzip/broken', 'br/broken', 'deflate/broken', 'zstd', 'gzip, gzip']) {
    t.same(await fetchFrom(`${server.base}/${encodeURI(lie)}`, { allowPrivate }), { failure: 'malformed' }, lie)
  }
})

t.test('no more is read than was asked for', async (t) => {
  const server = await serverOf(t, (request, response) => {
    if (request.url === '/bomb')
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(5e7)))
    else if (request.url === '/exact') response.end(Buffer.alloc(1_000))
    else {
      const more = () => {
        while (response.write(Buffer.alloc(65_536)));
        response.once('drain', more)
      }
      more()
    }
  })
  const call = { allowPrivate: server.base, bytesMax: 1_000 }
  t.match(await fetchFrom(`${server.base}/exact`, call), { body: Buffer.alloc(1_000), truncated: false })
  t.match(await fetchFrom(`${server.base}/bomb`, call), { body: Buffer.alloc(1_000), truncated: true })
  t.match(await fetchFrom(`${server.base}/endless`, call), { body: Buffer.alloc(1_000), truncated: true })
})

t.test('a call ends at its deadline wherever it hangs', async (t) => {
  const server = await serverOf(t, (request, response) => {
    if (request.url === '/body') response.writeHead(200).write('the beginning')
    if (request.url === '/drip') setInterval(() => response.write('.'), 20).unref()
  })
  for (const path of ['/headers', '/body', '/drip']) {
    const began = performance.now()
    const call = { allowPrivate: server.base, deadlineMs: 150 }
    t.same(await fetchFrom(`${server.base}${path}`, call), { failure: 'timed_out' }, path)
    t.ok(performance.now() - began < 2_000, path)
  }
  const silent = { resolve: () => new Promise<string[]>(() => {}), mayReach: () => true }
  t.same(await fetchFrom('http://page.example/', { network: silent, deadlineMs: 50 }), { failure: 'timed_out' })
})

t.test('a call ends with the slice it belongs to', async (t) => {
  const slice = new AbortController()
  const server = await serverOf(t, () => slice.abort())
  t.same(await fetchFrom(server.base, { allowPrivate: server.base, signal: slice.signal }), { failure: 'aborted' })
  t.same(await fetchFrom(server.base, { allowPrivate: server.base, signal: slice.signal }), { failure: 'aborted' })
  t.equal(server.requests.length, 1)
})

t.test('what is not HTTP, or breaks off, is a failure by name', async (t) => {
  const said = {
    nonsense: ['SSH-2.0-OpenSSH_9.6\r\n', 'malformed'],
    'endless header': [`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`, 'malformed'],
    'half a body': ['HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf', 'unreachable'],
    nothing: ['', 'unreachable'],
  } as const
  for (const [what, [bytes, failure]] of Object.entries(said)) {
    const server = createServer((socket) => socket.on('error', () => {}).end(bytes))
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    t.same(await fetchFrom(base, { allowPrivate: base }), { failure }, what)
    server.close()
    t.same(await fetchFrom(base, { allowPrivate: base }), { failure: 'unreachable' }, 'nobody listens any more')
  }
})
