import { type AddressInfo, createServer } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import t from 'tap'
import { startServer } from '../../support/local-server.ts'
import { createNetwork, fetchFrom } from './outside.ts'

t.test('a response of any status is returned, with its headers', async (t) => {
  const server = await startServer(t, (request, response) => {
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

t.test('the request has a user agent, an Accept header, and the given headers and body', async (t) => {
  let sent = ''
  const server = await startServer(t, async (request, response) => {
    sent += await readText(request)
    response.end()
  })
  const headers = { authorization: 'Bearer key', 'content-type': 'application/json' }
  const call = { allowPrivate: server.base, accept: 'text/html', headers, body: '{"q":1}' } as const
  await fetchFrom(`${server.base}/a#fragment`, call)
  const [request] = server.requests
  t.match(request, { method: 'POST', url: '/a', headers: { accept: 'text/html', ...headers } })
  t.match(request?.headers['user-agent'], /^Sittings\//)
  t.equal(sent, '{"q":1}')
})

t.test('five redirects are followed, a sixth and a loop are not', async (t) => {
  const server = await startServer(t, (request, response) => {
    const left = Number(request.url?.slice(1))
    if (left === 0) response.end('there')
    else {
      const status = [301, 302, 303, 307, 308][left % 5] ?? 0
      response.writeHead(status, { location: left > 99 ? request.url : `/${left - 1}` }).end('x'.repeat(10_000))
    }
  })
  const allowPrivate = server.base
  t.match(await fetchFrom(`${server.base}/5`, { allowPrivate }), { status: 200, finalUrl: `${server.base}/0` })
  t.same(await fetchFrom(`${server.base}/6`, { allowPrivate }), { failure: 'too_many_redirects' })
  t.same(await fetchFrom(`${server.base}/100`, { allowPrivate }), { failure: 'too_many_redirects' })
})

t.test('a key is sent to its own origin only, and a body is not sent twice', async (t) => {
  const other = await startServer(t, (_, response) => response.end('other'), '127.0.0.2')
  const first = await startServer(
    t,
    (request, response) => {
      if (request.url === '/same') response.end('same')
      else response.writeHead(307, { location: request.url === '/a' ? '/same' : `${other.base}/b` }).end()
    },
    '127.0.0.2',
  )
  const network = createNetwork({})
  const headers = { authorization: 'Bearer key' }
  await fetchFrom(`${first.base}/a`, { network, headers })
  t.equal(first.requests[1]?.headers.authorization, 'Bearer key')
  await fetchFrom(`${first.base}/b`, { network, headers })
  t.equal(other.requests[0]?.headers.authorization, undefined)
  const posted = await fetchFrom(`${first.base}/b`, { network, body: 'x' })
  t.match(posted, { status: 307 })
  t.equal(other.requests.length, 1)
})

const codings: Record<string, (text: Buffer) => Buffer> = {
  ...{ gzip: gzipSync, 'x-gzip': gzipSync, deflate: deflateSync, br: brotliCompressSync, zstd: zstdCompressSync },
}

t.test('compressed responses are decompressed, and wrong encodings are malformed', async (t) => {
  const text = Buffer.from('the tide '.repeat(100))
  const server = await startServer(t, (request, response) => {
    const [, encoding = '', broken] = decodeURI(request.url ?? '').split('/')
    const compress = broken === undefined ? (codings[encoding] ?? Buffer.from) : Buffer.from
    response.writeHead(200, { 'content-encoding': encoding }).end(compress(text))
  })
  const allowPrivate = server.base
  for (const encoding of [...Object.keys(codings), 'identity'])
    t.match(await fetchFrom(`${server.base}/${encoding}`, { allowPrivate }), { body: text, truncated: false }, encoding)
  for (const lie of ['gzip/broken', 'br/broken', 'deflate/broken', 'zstd/broken', 'gzip, gzip']) {
    t.same(await fetchFrom(`${server.base}/${encodeURI(lie)}`, { allowPrivate }), { failure: 'malformed' }, lie)
  }
})

t.test('bodies as servers really send them are read as browsers and curl read them', async (t) => {
  const text = Buffer.from('the tide '.repeat(10_000))
  const bodies: Record<string, [encoding: string | string[], body: Buffer, read?: Buffer]> = {
    'deflate without the zlib format': ['deflate', deflateRawSync(text)],
    'gzip without its trailer': ['gzip', gzipSync(text).subarray(0, -8)],
    'deflate without its checksum': ['deflate', deflateSync(text).subarray(0, -4)],
    'two codings': ['deflate, gzip', gzipSync(deflateSync(text))],
    'raw deflate within gzip, in two headers': [['deflate', 'gzip'], gzipSync(deflateRawSync(text))],
    'none of it': ['none', text],
    'a charset where a coding should be': ['utf-8', text],
    'an empty name': ['', text],
    'letter case and spaces': [' GZip ', gzipSync(text)],
    'garbage after the end': ['gzip', Buffer.concat([gzipSync(text), Buffer.from('\0\0\0\0')])],
    'nothing at all, said to be gzip': ['gzip', Buffer.alloc(0), Buffer.alloc(0)],
  }
  const server = await startServer(t, ({ url = '' }, response) => {
    const [encoding, body] = bodies[decodeURIComponent(url.slice(1))] as [string, Buffer]
    response.setHeader('content-encoding', encoding).end(body)
  })
  for (const [title, [, , read = text]] of Object.entries(bodies)) {
    const answer = await fetchFrom(`${server.base}/${encodeURIComponent(title)}`, { allowPrivate: server.base })
    t.match(answer, { body: read, truncated: false }, title)
  }
})

t.test('a repeated header is read, whichever it is', async (t) => {
  const twice = ['content-type', 'content-encoding', 'retry-after', 'location', 'etag', 'content-language', 'x-a']
  const server = await startServer(t, ({ url }, response) => {
    if (url === '/there') return response.end('there')
    for (const name of twice)
      response.setHeader(name, [name === 'location' ? '/there' : 'none', name === 'location' ? '/elsewhere' : 'none'])
    return response.writeHead(url === '/moved' ? 302 : 200).end('here')
  })
  const allowPrivate = server.base
  const answer = await fetchFrom(server.base, { allowPrivate })
  t.match(answer, { body: Buffer.from('here'), headers: { 'x-a': 'none, none', 'content-type': 'none, none' } })
  t.match(await fetchFrom(`${server.base}/moved`, { allowPrivate }), { body: Buffer.from('there') })
})

t.test('long headers, as some sites send them, are read', async (t) => {
  const longHeaders: Record<string, string | string[]> = {
    'content-security-policy': `img-src ${'https://images.example '.repeat(1_000)}`,
    'set-cookie': Array.from({ length: 60 }, (_, n) => `cookie${n}=${'x'.repeat(400)}; Path=/`),
    link: Array.from({ length: 300 }, (_, n) => `</fonts/${n}.woff2>; rel=preload; as=font; crossorigin`).join(', '),
    'x-policy': 'a'.repeat(60_000),
  }
  const server = await startServer(t, ({ url = '' }, response) => {
    const name = url.slice(1)
    response.setHeader(name, longHeaders[name] ?? '').end('read')
  })
  for (const name of Object.keys(longHeaders)) {
    const answer = await fetchFrom(`${server.base}/${name}`, { allowPrivate: server.base })
    t.match(answer, { status: 200, body: Buffer.from('read') }, name)
  }
})

t.test('a non-ASCII redirect is requested with its original bytes', async (t) => {
  const places = {
    '/1': Buffer.from('/café?q=ñ').toString('latin1'),
    '/2': '/caf\xe9',
    '/3': Buffer.from('日本').toString('latin1'),
  }
  const server = await startServer(t, ({ url = '' }, response) => {
    const location = places[url as keyof typeof places]
    if (location === undefined) response.end(url)
    else response.writeHead(302, { location }).end()
  })
  const fetchPath = async (path: string) => {
    const answer = await fetchFrom(`${server.base}${path}`, { allowPrivate: server.base })
    return 'body' in answer && String(answer.body)
  }
  t.equal(await fetchPath('/1'), '/caf%C3%A9?q=%C3%B1')
  t.equal(await fetchPath('/2'), '/caf%E9', 'the bytes of another encoding stay')
  t.equal(await fetchPath('/3'), '/%E6%97%A5%E6%9C%AC', 'relative to the page')
})

t.test('responses without a body are returned', async (t) => {
  const server = await startServer(t, ({ url = '' }, response) => {
    response.writeHead(Number(url.slice(1)), { 'content-encoding': 'gzip', 'content-type': 'text/html' }).end()
  })
  for (const status of [200, 204, 205, 304, 404]) {
    const answer = await fetchFrom(`${server.base}/${status}`, { allowPrivate: server.base })
    t.match(answer, { status, body: Buffer.alloc(0), truncated: false }, String(status))
  }
})

t.test('no more of a body is read than the limit', async (t) => {
  const server = await startServer(t, (request, response) => {
    if (request.url === '/bomb')
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(5e7)))
    else if (request.url === '/raw')
      response.writeHead(200, { 'content-encoding': 'deflate' }).end(deflateRawSync(Buffer.alloc(5e7)))
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
  for (const path of ['bomb', 'raw', 'endless'])
    t.match(await fetchFrom(`${server.base}/${path}`, call), { body: Buffer.alloc(1_000), truncated: true }, path)
})

const silent = { resolve: () => new Promise<string[]>(() => {}), mayReach: () => true }

t.test('a call ends at its deadline in every phase', async (t) => {
  const server = await startServer(t, (request, response) => {
    if (request.url === '/body') response.writeHead(200).write('the beginning')
    if (request.url === '/drip') setInterval(() => response.write('.'), 20).unref()
  })
  for (const path of ['/headers', '/body', '/drip']) {
    const call = { allowPrivate: server.base, deadlineMs: 150 }
    t.same(await fetchFrom(`${server.base}${path}`, call), { failure: 'timed_out' }, path)
  }
  t.same(await fetchFrom('http://page.example/', { network: silent, deadlineMs: 50 }), { failure: 'timed_out' })
})

t.test('a call ends with its slice', async (t) => {
  const slice = new AbortController()
  const server = await startServer(t, () => slice.abort())
  t.same(await fetchFrom(server.base, { allowPrivate: server.base, signal: slice.signal }), { failure: 'aborted' })
  t.same(await fetchFrom('http://page.example/', { network: silent, signal: slice.signal }), { failure: 'aborted' })
})

t.test('a response that is not HTTP, or is cut off, is a named failure', async (t) => {
  const said = {
    nonsense: ['SSH-2.0-OpenSSH_9.6\r\n', 'malformed'],
    'endless header': [`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`, 'malformed'],
    'half a body': ['HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf', 'broken'],
    nothing: ['', 'broken'],
  } as const
  for (const [title, [bytes, failure]] of Object.entries(said)) {
    const server = createServer((socket) => socket.on('error', () => {}).end(bytes))
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    t.same(await fetchFrom(base, { allowPrivate: base }), { failure }, title)
    server.close()
    t.same(await fetchFrom(base, { allowPrivate: base }), { failure: 'unreachable' }, 'the server is closed')
  }
})
