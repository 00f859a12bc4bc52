import { setTimeout as after } from 'node:timers/promises'
import { type ExampleRequest, exampleRequests } from '../../../contract/requests.ts'
import type { Actors } from '../../service.ts'

/** A request of an operation with one thing wrong, or at its limit; `statuses` where only these are expected. */
type Hostile = {
  name: string
  method: ExampleRequest['method']
  url: string
  body?: string
  statuses?: readonly number[]
}

const names = [
  '__proto__',
  'constructor',
  'prototype',
  'hasOwnProperty',
  'toString',
  '__proto__[polluted]',
  'constructor.prototype',
]
const values = [
  ...names,
  'a'.repeat(8_000),
  ' '.repeat(500),
  `${'a '.repeat(400)}\u{10ffff}`,
  '9'.repeat(400),
  '1e400',
  '-0',
  'NaN',
  '[]',
  '{"__proto__":{"polluted":1}}',
  '../../../../etc/passwd',
  `'; drop table artists; --`,
  '\u202e\u0000',
  Buffer.from('{"__proto__":{"polluted":1},"constructor":{"prototype":{}}}').toString('base64url'),
  'x'.repeat(4_096),
]

/** Every operation with names of every object, and with values of every kind for each parameter. */
export function buildHostileRequests(artistId: string): Hostile[] {
  return exampleRequests.flatMap((example) => [
    ...buildHostileAddresses(example, artistId),
    ...buildHostileBodies(example, artistId),
  ])
}

function buildHostileAddresses({ operation, method, url, body }: ExampleRequest, artistId: string): Hostile[] {
  const address = new URL(url(artistId), 'http://x')
  const rest = { method, ...(body !== undefined && { body: JSON.stringify(body) }) }
  const parameters = operation.parameters.filter(({ in: place }) => place === 'query')
  const addQuery = (name: string, value: string) => {
    const changed = new URL(address)
    changed.searchParams.set(name, value)
    return changed.pathname + changed.search
  }
  const steps = address.pathname.split('/')
  const places = operation.path.split('/').flatMap((step, at) => (step.startsWith('{') ? [at] : []))
  return [
    ...names.map((name) => ({ name: `the query ${name}`, url: addQuery(name, '1'), statuses: [400], ...rest })),
    ...parameters.flatMap(({ name }) =>
      values.map((value) => ({ name: `the query ${name}`, url: addQuery(name, value), ...rest })),
    ),
    ...places.flatMap((at) =>
      values.map((value) => ({
        name: `the path's ${operation.path.split('/')[at]}`,
        url: steps.with(at, encodeURIComponent(value)).join('/') + address.search,
        statuses: [400, 403, 404],
        ...rest,
      })),
    ),
  ]
}

function buildHostileBodies({ operation, method, url, body }: ExampleRequest, artistId: string): Hostile[] {
  if (operation.body === undefined) return []
  const { bytesMax } = operation.body
  const text = JSON.stringify(body)
  const buildHostile = (name: string, changed: string, statuses?: readonly number[]): Hostile => ({
    name: `the body with ${name}`,
    method,
    url: url(artistId),
    body: changed,
    ...(statuses && { statuses }),
  })
  const buildNested = (open: string, close: string) =>
    open.repeat((bytesMax >> 1) / open.length) + close.repeat((bytesMax >> 1) / open.length)
  const objects = [...text.matchAll(/\{/g)].map(({ index }) => index + 1)
  const strings = [...text.matchAll(/:"(?:[^"\\]|\\.)*"/g)]
  const replaceAt = (at: number, length: number, by: string) => `${text.slice(0, at)}${by}${text.slice(at + length)}`
  return [
    buildHostile('a byte too much', text.padEnd(bytesMax + 1 - (Buffer.byteLength(text) - text.length)), [413]),
    buildHostile('arrays in arrays', buildNested('[', ']'), [400]),
    buildHostile('objects in objects', `${buildNested('{"a":', '}')}`.slice(0, bytesMax), [400]),
    buildHostile('a huge array', `[${'0,'.repeat((bytesMax >> 1) - 2)}0]`, [400]),
    buildHostile('a huge number', '9'.repeat(bytesMax), [400]),
    buildHostile('an infinite number', '{"ordinal":1e999999}', [400]),
    ...names.flatMap((name) =>
      objects.map((at) =>
        buildHostile(name, replaceAt(at, 0, `"${name}":{"polluted":1}${text[at] === '}' ? '' : ','}`), [400]),
      ),
    ),
    ...strings.flatMap(({ index, 0: { length } }) =>
      values.map((value) => buildHostile('another string', replaceAt(index, length, `:${JSON.stringify(value)}`))),
    ),
    ...strings.map(({ index, 0: { length } }) =>
      buildHostile(
        'a long string',
        replaceAt(index, length, `:"${'\\u0061 '.repeat((bytesMax - text.length - 10) / 7)}"`),
      ),
    ),
  ]
}

/** Milliseconds after which a response counts as missing. */
const patienceMs = 30_000

/** Sends a sample of them as the owner, some at a time; returns a description of the unexpected responses. */
export async function sendHostile(actors: Actors, oneIn: number): Promise<{ sent: number; flaws: string[] }> {
  const waiting = buildHostileRequests(actors.artistId).filter((_, at) => at % oneIn === 0)
  const sent = waiting.length
  const flaws: string[] = []
  const work = async () => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
      const flaw = await sendAndFindFlaw(actors, one).catch(String)
      if (flaw !== undefined) flaws.push(`${one.method} ${one.url.slice(0, 200)}, ${one.name}: ${flaw}`)
    }
  }
  await Promise.all(Array.from({ length: 8 }, work))
  return { sent, flaws }
}

async function sendAndFindFlaw(
  { bases, bearer }: Actors,
  { method, url, body, statuses }: Hostile,
): Promise<string | undefined> {
  const headers = { authorization: bearer, ...(body !== undefined && { 'content-type': 'application/json' }) }
  const answer = fetch(`${bases[0]}${url}`, { method, headers, ...(body !== undefined && { body }) })
  const response = await Promise.race([answer, after(patienceMs, undefined, { ref: false })])
  if (response === undefined) return 'no answer'
  const text = await response.text()
  if (response.status >= 500) return `${response.status} ${text}`
  if (statuses !== undefined && !statuses.includes(response.status)) {
    return `${response.status}, and not ${statuses.join(' or ')}: ${text.slice(0, 200)}`
  }
  if (response.status < 400) return undefined
  const { status, code, error, ...more } = JSON.parse(text)
  const isError = status === 'error' && typeof code === 'string' && typeof error === 'string'
  return isError && Object.keys(more).length === 0 && text.length < 1_000 ? undefined : text.slice(0, 200)
}
