import t from 'tap'
import { createEmbeddingModel } from '#src/research/providers/embeddings.ts'
import { buildEmbeddings, replyWith, replyWithVectors, startModelServer } from './model-server.ts'

const key = 'sk-a-secret-key'
const never = new AbortController().signal
const at = (url: string, more = {}) => createEmbeddingModel({ url, name: 'vectors-1', key, ...more })

t.test('one request of the embeddings protocol, with the key and each text well-formed', async (t) => {
  const embed = (text: string) => [text.length, 0.5]
  const server = await startModelServer(t, replyWithVectors(embed))
  const vectors = ['a tide', '?'].map(embed)
  t.same(await at(server.base).embed(['a tide', '\ud83d'], never), { vectors })
  t.same(server.paths, ['/v1/embeddings'])
  t.match(server.headers[0], { authorization: `Bearer ${key}`, 'content-type': 'application/json' })
  t.same(server.bodies, [{ model: 'vectors-1', input: ['a tide', '\ufffd'], encoding_format: 'float' }])
  await at(server.base, { key: undefined }).embed(['a'], never)
  t.equal(server.headers[1].authorization, undefined, 'no key where none is set')
})

t.test('an answer is a vector for each text, by its number where it has one, or unreadable', async (t) => {
  const vectors = [
    [0, 1],
    [0.5, 0.5],
  ]
  const unreadable = { failed: 'unreadable' }
  const long = (dimensions: number) => [0, 1].map(() => new Array(dimensions).fill(0))
  const { data, ...answer } = buildEmbeddings(vectors)
  const cases: [string, unknown, unknown][] = [
    ['in another order', { ...answer, data: data.toReversed() }, { vectors }],
    ['without numbers', { ...answer, data: vectors.map((embedding) => ({ embedding })) }, { vectors }],
    ['one too few', buildEmbeddings([[1, 0]]), unreadable],
    ['no numbers', buildEmbeddings([[], []]), unreadable],
    ['of two lengths', buildEmbeddings([[1, 0], [1]]), unreadable],
    ['words for numbers', buildEmbeddings([['1'], ['0']]), unreadable],
    ['the longest', buildEmbeddings(long(8_192)), { vectors: long(8_192) }],
    ['too long', buildEmbeddings(long(8_193)), unreadable],
  ]
  for (const [name, body, read] of cases) {
    const server = await startModelServer(t, replyWith(200, body))
    t.same(await at(server.base).embed(['one', 'two'], never), read, name)
  }
})
