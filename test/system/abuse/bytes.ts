import { converse } from '../../support/sockets.ts'
import { findFlaw } from './connections.ts'

/**
 * Bytes that no client should send, and the expected statuses. One response at most, whatever else is hidden in them.
 */
type Case = { name: string; bytes: string | readonly string[]; statuses: readonly number[] }

const crlf = '\r\n'
const closing = `Host: x${crlf}Connection: close${crlf}`
const buildGet = (target: string, headers = '') => `GET ${target} HTTP/1.1${crlf}${closing}${headers}${crlf}`
/** To an operation that takes a body and needs no credential. */
const buildPost = (headers: string, body = '') =>
  `POST /api/research/advance HTTP/1.1${crlf}${closing}${headers}${crlf}${body}`
const json = `Content-Type: application/json${crlf}`
const smuggled = `GET /api/health HTTP/1.1${crlf}Host: x${crlf}${crlf}`
const chunked = `${json}Transfer-Encoding: chunked${crlf}`

const buildCases = (statuses: readonly number[], cases: Readonly<Record<string, string | readonly string[]>>): Case[] =>
  Object.entries(cases).map(([name, bytes]) => ({ name, bytes, statuses }))

const headers: Case[] = [
  ...buildCases([413], {
    'a long header': buildGet('/api/health', `X: ${'a'.repeat(100_000)}${crlf}`),
    'a long header name': buildGet('/api/health', `${'X'.repeat(100_000)}: a${crlf}`),
    'a long target': buildGet(`/api/${'a'.repeat(100_000)}`),
    'a long query': buildGet(`/api/health?${'a=1&'.repeat(30_000)}`),
    'headers without end': [
      buildGet('/api/health').slice(0, -2),
      ...Array.from({ length: 500 }, (_, at) => `X-${at}: ${'a'.repeat(200)}${crlf}`),
    ],
  }),
  ...buildCases([200, 413], { 'many headers': buildGet('/api/health', `X: a${crlf}`.repeat(1_900)) }),
  ...buildCases([400], {
    'a header without a colon': buildGet('/api/health', `X a${crlf}`),
    'a space before the colon': buildGet('/api/health', `X : a${crlf}`),
    'a header that goes on in the next line': buildGet('/api/health', `X: a${crlf} b${crlf}`),
    'U+0000 in a header': buildGet('/api/health', `X: a\0b${crlf}`),
    'a bare carriage return': buildGet('/api/health', `X: a\rY: b${crlf}`),
    'no header name': buildGet('/api/health', `: a${crlf}`),
    'no host': `GET /api/health HTTP/1.1${crlf}Connection: close${crlf}${crlf}`,
    'two hosts': buildGet('/api/health', `Host: y${crlf}`),
    'a host that is none': buildGet('/api/health').replace('Host: x', 'Host: x/y'),
    'a host and a user': buildGet('/api/health').replace('Host: x', 'Host: z@x'),
    'a line feed alone': 'GET /api/health HTTP/1.1\nHost: x\nConnection: close\n\n',
  }),
]

const lengths: Case[] = [
  ...buildCases([400], {
    'two lengths that differ': buildPost(`${json}Content-Length: 2${crlf}Content-Length: 40${crlf}`, `{}${smuggled}`),
    'two lengths that agree': buildPost(`${json}Content-Length: 2${crlf}Content-Length: 2${crlf}`, '{}'),
    'two lengths in one': buildPost(`${json}Content-Length: 2, 2${crlf}`, '{}'),
    'a length below nothing': buildPost(`${json}Content-Length: -1${crlf}`, '{}'),
    'a length with a sign': buildPost(`${json}Content-Length: +2${crlf}`, '{}'),
    'a length in hexadecimal': buildPost(`${json}Content-Length: 0x2${crlf}`, '{}'),
    'a length with an exponent': buildPost(`${json}Content-Length: 2e0${crlf}`, '{}'),
    'no length where one is announced': buildPost(`${json}Content-Length: ${crlf}`, '{}'),
    'a length beyond all numbers': buildPost(`${json}Content-Length: ${'9'.repeat(40)}${crlf}`, '{}'),
    'a length and chunks': buildPost(`${chunked}Content-Length: 2${crlf}`, `0${crlf}${crlf}${smuggled}`),
    'chunks and a length': buildPost(`Content-Length: 5${crlf}${chunked}`, `0${crlf}${crlf}${smuggled}`),
    'an unknown transfer coding': buildPost(`${json}Transfer-Encoding: xchunked${crlf}`, `0${crlf}${crlf}${smuggled}`),
    'chunks and then something else': buildPost(
      `${json}Transfer-Encoding: chunked, identity${crlf}`,
      `0${crlf}${crlf}${smuggled}`,
    ),
    'chunks announced twice': buildPost(
      `${json}Transfer-Encoding: chunked${crlf}Transfer-Encoding: identity${crlf}`,
      `0${crlf}${crlf}`,
    ),
    'a tab before the transfer': buildPost(
      `${json}Transfer-Encoding:\x0bchunked${crlf}Content-Length: 2${crlf}`,
      `{}${smuggled}`,
    ),
    'a chunk of a size beyond all numbers': buildPost(chunked, `${'f'.repeat(20)}${crlf}{}${crlf}0${crlf}${crlf}`),
    'a chunk of a size below nothing': buildPost(chunked, `-2${crlf}{}${crlf}0${crlf}${crlf}`),
    'a chunk of a size in another notation': buildPost(chunked, `0x2${crlf}{}${crlf}0${crlf}${crlf}`),
    'a chunk longer than its size': buildPost(chunked, `2${crlf}{}{}${crlf}0${crlf}${crlf}`),
    'chunks in lines without carriage returns': buildPost(chunked, '2\n{}\n0\n\n'),
    'a body that breaks off': buildPost(`${json}Content-Length: 40${crlf}`, '{"kinds":['),
    'chunks that break off': buildPost(chunked, `5${crlf}{"ki`),
    'U+0000 in a trailer': buildPost(chunked, `2${crlf}{}${crlf}0${crlf}X: a\0b${crlf}${crlf}`),
  }),
  ...buildCases([400, 413], {
    'a long chunk extension': buildPost(chunked, `2;${'a'.repeat(100_000)}${crlf}{}${crlf}0${crlf}${crlf}`),
    'a long trailer': buildPost(chunked, `2${crlf}{}${crlf}0${crlf}X: ${'a'.repeat(100_000)}${crlf}${crlf}`),
    'a request after a request that closes': [buildPost(`${json}Content-Length: 3${crlf}`, '{]}'), smuggled],
  }),
  ...buildCases([413], {
    'a body that is announced huge': buildPost(`${json}Content-Length: 999999999999${crlf}`, '{'),
    'a huge body in chunks': buildPost(chunked, `ffff${crlf}${'a'.repeat(0xffff)}${crlf}0${crlf}${crlf}`),
    'a huge body in chunks of one': [
      buildPost(chunked),
      ...Array.from({ length: 100 }, () => `1${crlf} ${crlf}`.repeat(100)),
    ],
  }),
]

const targets: Case[] = [
  ...buildCases([400, 404], {
    'dot segments': buildGet('/api/../api/health'),
    'dots in disguise': buildGet('/api/%2e%2e/api/health'),
    'slashes in disguise': buildGet('/api%2fhealth'),
    'doubled slashes': buildGet('//api//health'),
    'a slash at the end': buildGet('/api/health/'),
    'a backslash': buildGet('/api\\health'),
    'U+0000 in disguise': buildGet('/api/health%00'),
    'an overlong encoding': buildGet('/api/%c0%ae%c0%ae/health'),
    'an escape that is none': buildGet('/api/%zz'),
    'half an escape': buildGet('/api/health%'),
    'a semicolon': buildGet('/api/health;x=1'),
    'bytes beyond ASCII': buildGet('/api/h\xe9alth'),
    'a star': buildGet('*'),
    'no target': buildGet(''),
    'a space in the target': buildGet('/api/health /x'),
    'an authority alone': buildGet('x:80'),
  }),
  ...buildCases([404], {
    'another protocol in the target': buildGet('gopher://x/api/health'),
    'absolute form without a path': buildGet('http://elsewhere.example'),
  }),
  ...buildCases([400], {
    'absolute form with an unknown parameter': buildGet('http://elsewhere.example/api/health?limit=1'),
    'U+0000 in the target': buildGet('/api/\0health'),
    'a version that is none': `GET /api/health HTTP/1.x${crlf}${closing}${crlf}`,
    'HTTP/2 by prior knowledge': `PRI * HTTP/2.0${crlf}${crlf}SM${crlf}${crlf}`,
    'HTTP/0.9': `GET /api/health${crlf}`,
    'a tunnel': `CONNECT x:1 HTTP/1.1${crlf}${closing}${crlf}`,
    'a greeting in TLS': `\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03${'\x99'.repeat(500)}`,
    'a method that is none': `G@T /api/health HTTP/1.1${crlf}${closing}${crlf}`,
    'a method in small letters': `get /api/health HTTP/1.1${crlf}${closing}${crlf}`,
    'a long method': `${'G'.repeat(100_000)} /api/health HTTP/1.1${crlf}${closing}${crlf}`,
  }),
  ...buildCases([401], {
    'an artist with a slash in disguise': buildGet('/api/artist/..%2f..%2fhealth/interview/session'),
    'an artist that is no UTF-8': buildGet('/api/artist/%ff%fe/interview/session'),
  }),
  ...buildCases([405], {
    'a method for debugging': `TRACE /api/health HTTP/1.1${crlf}${closing}${crlf}`,
    'a wrong method in absolute form': `PUT http://elsewhere.example/api/health HTTP/1.1${crlf}${closing}${crlf}`,
  }),
  ...buildCases([200], {
    'absolute form': buildGet('http://elsewhere.example/api/health'),
    'absolute form of another spelling': buildGet('HTTPS://elsewhere.example:8443/api/health'),
    'a fragment': buildGet('/api/health#a'),
    'no host, which HTTP/1.0 does not have': `GET /api/health HTTP/1.0${crlf}${crlf}`,
    'an expectation that is none': buildGet('/api/health', `Expect: a miracle${crlf}`),
    'an unsupported upgrade': buildGet('/api/health', `Connection: Upgrade${crlf}Upgrade: websocket${crlf}`),
    'an upgrade to HTTP/2': buildGet(
      '/api/health',
      `Connection: Upgrade, HTTP2-Settings${crlf}Upgrade: h2c${crlf}HTTP2-Settings: AAMAAABkAAQ${crlf}`,
    ),
  }),
]

const types: Case[] = [
  ...buildCases([400], {
    'two types': buildPost(`Content-Type: text/plain${crlf}${json}Content-Length: 2${crlf}`, '{}'),
    'a long type': buildPost(
      `Content-Type: application/json; charset=${' \t'.repeat(5_000)}x${crlf}Content-Length: 2${crlf}`,
      '{}',
    ),
  }),
]

const cases: readonly Case[] = [...headers, ...lengths, ...targets, ...types]

/** Sends each of the cases on a connection of its own, some at a time; returns in words the unexpected responses. */
export async function sendCases(base: string): Promise<{ sent: number; flaws: string[] }> {
  const waiting = [...cases]
  const flaws: string[] = []
  const work = async () => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
      const flaw = await sendAndFindFlaw(base, one)
      if (flaw !== undefined) flaws.push(`${one.name}: ${flaw}`)
    }
  }
  await Promise.all(Array.from({ length: 8 }, work))
  return { sent: cases.length, flaws }
}

/** A client that is refused while it is still sending may be reset before it has read why (RFC 9112, section 9.6). */
const isLong = (bytes: Case['bytes']) => [bytes].flat().join('').length > 16_384

async function sendAndFindFlaw(base: string, { bytes, statuses }: Case): Promise<string | undefined> {
  const { answers, rest, isClosed } = await converse(base, bytes)
  if (!isClosed) return 'the connection is still open'
  if (rest !== '') return `something that is no answer: ${rest.slice(0, 200)}`
  const [answer] = answers
  if (answer === undefined) return isLong(bytes) ? undefined : 'no answer'
  if (answers.length > 1) return `${answers.length} answers`
  const isExpected = statuses.includes(answer.status)
  return (
    findFlaw(answer) ??
    (isExpected ? undefined : `${answer.status}, and not ${statuses.join(' or ')}: ${answer.body.slice(0, 200)}`)
  )
}
