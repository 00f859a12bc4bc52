import { type OperationId, operationContracts } from '#src/contract/document.ts'
import type { Random } from '../../../text/seed.ts'
import { buildSentRequest } from '../../access/request.ts'
import type { SeededArtist } from '../../access/seed-artist.ts'
import { buildValidRequests, type ValidRequest } from '../../access/valid-requests.ts'
import type { SendCanaries } from './send.ts'

/**
 * `word` is in values, which no response repeats to a caller who sent them wrongly; `name` in names of fields, which a
 * 400 may repeat.
 */
export type Words = { word: string; name: string }
type Bearers = { claimant: string; strange: string }
type Twist = (sendCanaries: SendCanaries, ready: ValidRequest, words: Words, random: Random) => SendCanaries

const ids = [...operationContracts.keys()]

const addHeader =
  (header: (words: Words) => SendCanaries['headers']): Twist =>
  (sendCanaries, _ready, words) => ({ ...sendCanaries, headers: { ...sendCanaries.headers, ...header(words) } })
const addBody =
  (changeBody: (body: string, words: Words) => string | Buffer): Twist =>
  (sendCanaries, _ready, words) => ({
    ...sendCanaries,
    body: changeBody(String(sendCanaries.body ?? '{}'), words),
    headers: { ...sendCanaries.headers, 'content-type': 'application/json' },
  })
const addQuery =
  (query: (words: Words) => string): Twist =>
  (sendCanaries, _ready, words) => ({
    ...sendCanaries,
    url: `${sendCanaries.url}${sendCanaries.url.includes('?') ? '&' : '?'}${query(words)}`,
  })

/** Every string of a JSON value replaced. */
const replaceTexts = (value: unknown, by: string): unknown => {
  if (typeof value === 'string') return by
  if (Array.isArray(value)) return value.map((inner) => replaceTexts(inner, by))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, replaceTexts(inner, by)]))
}

/** The places of a request for a caller's words. */
const twists: Twist[] = [
  (sendCanaries) => sendCanaries,
  // Valid texts: the operation works with them.
  (sendCanaries, { body }, { word }) =>
    body === undefined ? sendCanaries : { ...sendCanaries, body: JSON.stringify(addTexts(body, word)) },
  addBody((body, { word }) => JSON.stringify(replaceTexts(JSON.parse(body), word))),
  addBody((body, { word }) => `${body.slice(0, -1)},"wording":"${word}"`),
  addBody((body, { word }) => `${word}${body}`),
  addBody((_body, { word }) => `{"${word}":`),
  addBody((_body, { word }) => `{"answer":"${word}\\ud800","question":"${word}\\u0000"}`),
  addBody((_body, { word }) =>
    Buffer.concat([Buffer.from(`{"answer":"${word}`), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]),
  ),
  addBody((body, { name }) => body.replace('{', `{"${name}":1,`)),
  addBody((_body, { word }) => `"${word.repeat(9_000)}"`),
  addBody((_body, { word }) => `{"__proto__":{"answer":"${word}"},"constructor":"${word}"}`),
  addQuery(({ name }) => `${name}=1`),
  addQuery(({ word }) => `cursor=${word}`),
  addQuery(({ word }) => `revision=${word}&limit=${word}&query=${word}&sitting=${word}`),
  addQuery(({ word }) => `%FF${word}`),
  addHeader(({ word }) => ({ cookie: `session=${word}`, referer: `https://example.org/${word}`, 'user-agent': word })),
  addHeader(({ word }) => ({
    // Outside the form of an id that the service takes over into its log.
    'x-request-id': `${word}!`,
    'x-forwarded-for': word,
    traceparent: word,
    baggage: `answer=${word}`,
    tracestate: `a=${word}`,
  })),
  addHeader(({ word }) => ({ authorization: `Bearer ${word}` })),
  addHeader(({ word }) => ({ authorization: `Basic ${Buffer.from(`mara:${word}`).toString('base64')}` })),
  addHeader(({ word }) => ({ 'x-service-research-key': word })),
  addHeader(({ word }) => ({ 'content-type': `application/json; charset=${word}`, 'if-match': word, accept: word })),
  addHeader(({ word }) => ({ expect: word })),
  addHeader(({ word }) => ({ host: word })),
  (sendCanaries, _ready, { word }, random) => ({ ...sendCanaries, url: buildPath(sendCanaries.url, word, random) }),
  (sendCanaries, _ready, { word }) => ({ ...sendCanaries, url: `/${word}${sendCanaries.url}` }),
  (sendCanaries, _ready, { word }) => ({ ...sendCanaries, method: 'DELETE', body: word }),
]

/** Free texts and addresses in a body, those that are too long for an identity or an enum. */
function addTexts(body: unknown, word: string): unknown {
  if (Array.isArray(body)) return body.map((inner) => addTexts(inner, word))
  if (typeof body !== 'object' || body === null) return body
  const texts = ['answer', 'question', 'wording', 'note', 'topic', 'quote', 'doc', 'about']
  const free = Object.entries(body).map(([key, inner]) => [
    key,
    texts.includes(key) ? `Of ${word}, so it is.` : addTexts(inner, word),
  ])
  return {
    ...Object.fromEntries(free),
    ...('topic' in body && { targetUrl: `https://${word}.example/${word}?key=${word}` }),
  }
}

/** One segment of the path, an identity rather than a literal of the route. */
function buildPath(url: string, word: string, random: Random): string {
  const segments = url.split('/')
  const identities = segments.flatMap((segment, at) => (segment.length > 30 ? [at] : []))
  if (identities.length === 0) return `${url}/${word}`
  segments[random.pick(identities)] = word
  return segments.join('/')
}

/** A number of requests, the operations in rotation; all of them contain the canaries somewhere. */
export function* generateTraffic(
  seeded: SeededArtist,
  bearers: Bearers,
  words: Words,
  random: Random,
): Generator<SendCanaries> {
  const ready = buildValidRequests(seeded)
  for (let at = 0; ; at += 1) {
    const id = ids[at % ids.length] as OperationId
    const { method, url, body } = buildSentRequest(id, ready[id])
    const authorization = random.below(4) === 0 ? bearers.strange : bearers.claimant
    const plain: SendCanaries = {
      method,
      url,
      headers: { authorization, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }
    yield random.pick(twists)(plain, ready[id], words, random)
  }
}

/** Input that is no request at all. */
export const buildMalformed = ({ word }: Words): string[] => [
  `${word}\r\n\r\n`,
  `GET /${word} HTTP/9.9\r\n\r\n`,
  `GET / HTTP/1.1\r\nHost: x\r\n${word} : ${word}\r\n\r\n`,
  `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${word}\r\n\r\n`,
  `GET / HTTP/1.1\r\nHost: x\r\nX-Word: ${word.repeat(2_000)}\r\n\r\n`,
  `CONNECT ${word}:443 HTTP/1.1\r\nHost: ${word}\r\n\r\n`,
]
