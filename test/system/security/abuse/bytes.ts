/**
 * Bytes that no client should send, and the expected statuses. One response at most, whatever else is hidden in them.
 */
export type Case = { name: string; bytes: string | readonly string[]; statuses: readonly number[] }

const crlf = '\r\n'
const closing = `Host: x${crlf}Connection: close${crlf}`
const get = (target: string, headers = '') => `GET ${target} HTTP/1.1${crlf}${closing}${headers}${crlf}`
/** To an operation that takes a body and needs no credential. */
const post = (headers: string, body = '') =>
  `POST /api/research/advance HTTP/1.1${crlf}${closing}${headers}${crlf}${body}`
const json = `Content-Type: application/json${crlf}`
const smuggled = `GET /api/health HTTP/1.1${crlf}Host: x${crlf}${crlf}`
const chunked = `${json}Transfer-Encoding: chunked${crlf}`

const all = (statuses: readonly number[], cases: Readonly<Record<string, string | readonly string[]>>): Case[] =>
  Object.entries(cases).map(([name, bytes]) => ({ name, bytes, statuses }))

const headers: Case[] = [
  ...all([413], {
    'a long header': get('/api/health', `X: ${'a'.repeat(100_000)}${crlf}`),
    'a long header name': get('/api/health', `${'X'.repeat(100_000)}: a${crlf}`),
    'a long target': get(`/api/${'a'.repeat(100_000)}`),
    'a long query': get(`/api/health?${'a=1&'.repeat(30_000)}`),
    'headers without end': [
      get('/api/health').slice(0, -2),
      ...Array.from({ length: 500 }, (_, at) => `X-${at}: ${'a'.repeat(200)}${crlf}`),
    ],
  }),
  ...all([200, 413], { 'many headers': get('/api/health', `X: a${crlf}`.repeat(1_900)) }),
  ...all([400], {
    'a header without a colon': get('/api/health', `X a${crlf}`),
    'a space before the colon': get('/api/health', `X : a${crlf}`),
    'a header that goes on in the next line': get('/api/health', `X: a${crlf} b${crlf}`),
    'U+0000 in a header': get('/api/health', `X: a\0b${crlf}`),
    'a bare carriage return': get('/api/health', `X: a\rY: b${crlf}`),
    'no header name': get('/api/health', `: a${crlf}`),
    'no host': `GET /api/health HTTP/1.1${crlf}Connection: close${crlf}${crlf}`,
    'two hosts': get('/api/health', `Host: y${crlf}`),
    'a host that is none': get('/api/health').replace('Host: x', 'Host: x/y'),
    'a host and a user': get('/api/health').replace('Host: x', 'Host: z@x'),
    'a line feed alone': 'GET /api/health HTTP/1.1\nHost: x\nConnection: close\n\n',
  }),
]

const lengths: Case[] = [
  ...all([400], {
    'two lengths that differ': post(`${json}Content-Length: 2${crlf}Content-Length: 40${crlf}`, `{}${smuggled}`),
    'two lengths that agree': post(`${json}Content-Length: 2${crlf}Content-Length: 2${crlf}`, '{}'),
    'two lengths in one': post(`${json}Content-Length: 2, 2${crlf}`, '{}'),
    'a length below nothing': post(`${json}Content-Length: -1${crlf}`, '{}'),
    'a length with a sign': post(`${json}Content-Length: +2${crlf}`, '{}'),
    'a length in hexadecimal': post(`${json}Content-Length: 0x2${crlf}`, '{}'),
    'a length with an exponent': post(`${json}Content-Length: 2e0${crlf}`, '{}'),
    'no length where one is announced': post(`${json}Content-Length: ${crlf}`, '{}'),
    'a length beyond all numbers': post(`${json}Content-Length: ${'9'.repeat(40)}${crlf}`, '{}'),
    'a length and chunks': post(`${chunked}Content-Length: 2${crlf}`, `0${crlf}${crlf}${smuggled}`),
    'chunks and a length': post(`Content-Length: 5${crlf}${chunked}`, `0${crlf}${crlf}${smuggled}`),
    'an unknown transfer coding': post(`${json}Transfer-Encoding: xchunked${crlf}`, `0${crlf}${crlf}${smuggled}`),
    'chunks and then something else': post(
      `${json}Transfer-Encoding: chunked, identity${crlf}`,
      `0${crlf}${crlf}${smuggled}`,
    ),
    'chunks announced twice': post(
      `${json}Transfer-Encoding: chunked${crlf}Transfer-Encoding: identity${crlf}`,
      `0${crlf}${crlf}`,
    ),
    'a tab before the transfer': post(
      `${json}Transfer-Encoding:\x0bchunked${crlf}Content-Length: 2${crlf}`,
      `{}${smuggled}`,
    ),
    'a chunk of a size beyond all numbers': post(chunked, `${'f'.repeat(20)}${crlf}{}${crlf}0${crlf}${crlf}`),
    'a chunk of a size below nothing': post(chunked, `-2${crlf}{}${crlf}0${crlf}${crlf}`),
    'a chunk of a size in another notation': post(chunked, `0x2${crlf}{}${crlf}0${crlf}${crlf}`),
    'a chunk longer than its size': post(chunked, `2${crlf}{}{}${crlf}0${crlf}${crlf}`),
    'chunks in lines without carriage returns': post(chunked, '2\n{}\n0\n\n'),
    'a body that breaks off': post(`${json}Content-Length: 40${crlf}`, '{"kinds":['),
    'chunks that break off': post(chunked, `5${crlf}{"ki`),
    'U+0000 in a trailer': post(chunked, `2${crlf}{}${crlf}0${crlf}X: a\0b${crlf}${crlf}`),
  }),
  ...all([400, 413], {
    'a long chunk extension': post(chunked, `2;${'a'.repeat(100_000)}${crlf}{}${crlf}0${crlf}${crlf}`),
    'a long trailer': post(chunked, `2${crlf}{}${crlf}0${crlf}X: ${'a'.repeat(100_000)}${crlf}${crlf}`),
    'a request behind a request that closes': [post(`${json}Content-Length: 3${crlf}`, '{]}'), smuggled],
  }),
  ...all([413], {
    'a body that is announced huge': post(`${json}Content-Length: 999999999999${crlf}`, '{'),
    'a huge body in chunks': post(chunked, `ffff${crlf}${'a'.repeat(0xffff)}${crlf}0${crlf}${crlf}`),
    'a huge body in chunks of one': [
      post(chunked),
      ...Array.from({ length: 100 }, () => `1${crlf} ${crlf}`.repeat(100)),
    ],
  }),
]

const targets: Case[] = [
  ...all([400, 404], {
    'dot segments': get('/api/../api/health'),
    'dots in disguise': get('/api/%2e%2e/api/health'),
    'slashes in disguise': get('/api%2fhealth'),
    'doubled slashes': get('//api//health'),
    'a slash at the end': get('/api/health/'),
    'a backslash': get('/api\\health'),
    'U+0000 in disguise': get('/api/health%00'),
    'an overlong encoding': get('/api/%c0%ae%c0%ae/health'),
    'no UTF-8 in disguise': get('/api/artist/%ff%fe/interview/session'),
    'an escape that is none': get('/api/%zz'),
    'half an escape': get('/api/health%'),
    'a semicolon': get('/api/health;x=1'),
    'bytes beyond ASCII': get('/api/h\xe9alth'),
    'a star': get('*'),
    'no target': get(''),
    'a space in the target': get('/api/health /x'),
    'another protocol in the target': get('gopher://x/api/health'),
    'an authority alone': get('x:80'),
  }),
  ...all([400], {
    'U+0000 in the target': get('/api/\0health'),
    'a version that is none': `GET /api/health HTTP/1.x${crlf}${closing}${crlf}`,
    'HTTP/2 by prior knowledge': `PRI * HTTP/2.0${crlf}${crlf}SM${crlf}${crlf}`,
    'HTTP/0.9': `GET /api/health${crlf}`,
    'a greeting in TLS': `\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03${'\x99'.repeat(500)}`,
    'a method that is none': `G@T /api/health HTTP/1.1${crlf}${closing}${crlf}`,
    'a method in small letters': `get /api/health HTTP/1.1${crlf}${closing}${crlf}`,
    'a long method': `${'G'.repeat(100_000)} /api/health HTTP/1.1${crlf}${closing}${crlf}`,
  }),
  ...all([401], { 'an artist with a slash in disguise': get('/api/artist/..%2f..%2fhealth/interview/session') }),
  ...all([405], {
    'a method for debugging': `TRACE /api/health HTTP/1.1${crlf}${closing}${crlf}`,
    'a wrong method in absolute form': `PUT http://elsewhere.example/api/health HTTP/1.1${crlf}${closing}${crlf}`,
  }),
  ...all([200], {
    'absolute form': get('http://elsewhere.example/api/health'),
    'a fragment': get('/api/health#a'),
    'an unsupported upgrade': get('/api/health', `Connection: Upgrade${crlf}Upgrade: websocket${crlf}`),
    'an upgrade to HTTP/2': get(
      '/api/health',
      `Connection: Upgrade, HTTP2-Settings${crlf}Upgrade: h2c${crlf}HTTP2-Settings: AAMAAABkAAQ${crlf}`,
    ),
  }),
]

const types: Case[] = [
  ...all([400], {
    'a type with a tab in its middle': post(`Content-Type: application/json\ta${crlf}Content-Length: 2${crlf}`, '{}'),
    'a type with a tab and a text behind it': post(
      `Content-Type: text/plain\tapplication/json${crlf}Content-Length: 2${crlf}`,
      '{}',
    ),
    'two types': post(`Content-Type: text/plain${crlf}${json}Content-Length: 2${crlf}`, '{}'),
    'two charsets': post(
      `Content-Type: application/json; charset=utf-8; charset=utf-16${crlf}Content-Length: 2${crlf}`,
      '{}',
    ),
    'a long type': post(
      `Content-Type: application/json; charset=${' \t'.repeat(5_000)}x${crlf}Content-Length: 2${crlf}`,
      '{}',
    ),
    'a body that is packed': post(`${json}Content-Encoding: gzip${crlf}Content-Length: 4${crlf}`, '\x1f\x8b\x08\x00'),
    'UTF-16': post(`${json}Content-Length: 6${crlf}`, '\xff\xfe{\0}\0'),
  }),
  ...all([200], {
    'a mark of the byte order, which RFC 8259 lets a reader ignore': post(
      `${json}Content-Length: 5${crlf}`,
      '\xef\xbb\xbf{}',
    ),
  }),
]

export const cases: readonly Case[] = [...headers, ...lengths, ...targets, ...types]
