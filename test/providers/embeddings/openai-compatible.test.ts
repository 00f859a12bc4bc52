import t from 'tap'
import { loadConfig } from '#src/config.ts'
import { createEmbeddingModel } from '#src/research/providers/embeddings/openai-compatible.ts'
import { chooseProviders } from '#src/research/providers/index.ts'
import { type Reply, replyWith } from '../model/chat-server.ts'
import { buildEmbeddings, replyWithVectors, startEmbeddingServer } from './embedding-server.ts'

const key = 'sk-a-secret-key'
const never = new AbortController().signal
const at = (url: string, more = {}) => createEmbeddingModel({ url, name: 'vectors-1', key, ...more })

t.test('one request of the embeddings protocol, with the key and each text well-formed', async (t) => {
  const server = await startEmbeddingServer(
    t,
    replyWithVectors((text) => [text.length, 0.5]),
  )
  t.same(await at(server.base).embed({ texts: ['a tide', '\ud83d'] }, never), {
    vectors: [
      [6, 0.5],
      [1, 0.5],
    ],
  })
  t.same(server.paths, ['/v1/embeddings'])
  t.match(server.headers[0], { authorization: `Bearer ${key}`, 'content-type': 'application/json' })
  t.same(server.bodies, [{ model: 'vectors-1', input: ['a tide', '\ufffd'], encoding_format: 'float' }])
  await at(server.base, { key: undefined }).embed({ texts: ['a'] }, never)
  t.equal(server.headers[1].authorization, undefined, 'no key where none is set')
})

t.test('each text has the vector of its number, in whatever order the answer lists them', async (t) => {
  const vectors = [
    [0, 1],
    [1, 0],
    [0.5, 0.5],
  ]
  const { data, ...answer } = buildEmbeddings(vectors)
  const server = await startEmbeddingServer(t, replyWith(200, { ...answer, data: data.toReversed() }))
  t.same(await at(server.base).embed({ texts: ['one', 'two', 'three'] }, never), { vectors })
  server.reply = replyWith(200, { ...answer, data: vectors.map((embedding) => ({ embedding })) })
  t.same(
    await at(server.base).embed({ texts: ['one', 'two', 'three'] }, never),
    { vectors },
    'without numbers: as listed',
  )
})

t.test('every failure has a name and is tried once, also an answer that is not a vector for each text', async (t) => {
  const echo = (status: number): Reply => replyWith(status, { error: { message: `key ${key} and the text` } })
  const failures: [string, Reply, object][] = [
    ['429', replyWith(429, { error: {} }, { 'retry-after': '7' }), { failed: 'rate_limited', retryAfterMs: 7_000 }],
    ['401', echo(401), { failed: 'provider_refused' }],
    ['500', echo(500), { failed: 'provider_unavailable' }],
    ['broken off', (response) => response.destroy(), { failed: 'provider_unavailable' }],
    ['not JSON', replyWith(200, '<!doctype html>'), { failed: 'unreadable' }],
    ['not the protocol', replyWith(200, { word: 'ebb' }), { failed: 'unreadable' }],
    ['one too few', replyWith(200, buildEmbeddings([[1, 0]])), { failed: 'unreadable' }],
    ['no numbers', replyWith(200, buildEmbeddings([[], []])), { failed: 'unreadable' }],
    ['of two lengths', replyWith(200, buildEmbeddings([[1, 0], [1]])), { failed: 'unreadable' }],
    ['words for numbers', replyWith(200, buildEmbeddings([['1'], ['0']])), { failed: 'unreadable' }],
    [
      'too long',
      replyWith(200, buildEmbeddings([new Array(8_193).fill(0), new Array(8_193).fill(0)])),
      { failed: 'unreadable' },
    ],
  ]
  for (const [name, reply, failure] of failures) {
    const server = await startEmbeddingServer(t, reply)
    t.same(await at(server.base).embed({ texts: ['one', 'two'] }, never), failure, name)
    t.equal(server.bodies.length, 1, name)
  }
})

t.test('a call ends at its deadline, or with its slice', async (t) => {
  const slow = await startEmbeddingServer(t, () => {})
  t.same(await at(slow.base).embed({ texts: ['one'], deadlineMs: 50 }, never), { failed: 'timed_out' })
  const slice = new AbortController()
  slow.reply = () => slice.abort()
  t.same(await at(slow.base).embed({ texts: ['one'] }, slice.signal), { failed: 'provider_unavailable' })
})

t.test('a model is called only where its address and its name are set', async (t) => {
  const chosen = (env: Record<string, string>) => chooseProviders(loadConfig(env)).embeddings
  const EMBEDDING_MODEL_BASE_URL = 'https://models.example/v1'
  t.equal(chosen({}), undefined)
  t.match(chosen({ EMBEDDING_MODEL_BASE_URL, EMBEDDING_MODEL_NAME: 'vectors-1' }), { name: 'vectors-1' })
  t.throws(() => chosen({ EMBEDDING_MODEL_BASE_URL }), { message: /^EMBEDDING_MODEL_NAME is required/ })
  t.throws(() => chosen({ EMBEDDING_MODEL_NAME: 'x'.repeat(201) }), { message: /^EMBEDDING_MODEL_NAME must be/ })
})
