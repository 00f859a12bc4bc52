import t from 'tap'
import { loadConfig } from '#src/config.ts'
import { chooseProviders } from '#src/research/providers/index.ts'
import { createLanguageModel } from '#src/research/providers/model/openai-compatible.ts'
import { buildCompletion, type Reply, replyWith, replyWithObject, startChatServer } from './chat-server.ts'

const key = 'sk-a-secret-key'
const never = new AbortController().signal
const schema = { type: 'object', properties: { word: { type: 'string' } }, required: ['word'] } as const
const request = {
  instructions: 'Write a word.',
  material: '{"about":"tides"}',
  schema: structuredClone(schema) as never,
}
const at = (url: string, more = {}) => createLanguageModel({ url, name: 'drafter-1', key, takesSchema: true, ...more })

t.test('one request of the chat completions protocol, with the key, the schema and nothing besides', async (t) => {
  const chat = await startChatServer(t, replyWithObject({ word: 'ebb' }))
  t.same(await at(chat.base).generate(request, never), { object: { word: 'ebb' } })
  t.same(chat.paths, ['/v1/chat/completions'])
  t.match(chat.headers[0], { authorization: `Bearer ${key}`, 'content-type': 'application/json' })
  const [body] = chat.bodies
  t.same(Object.keys(body).sort(), ['messages', 'model', 'response_format'])
  t.same(body.messages, [
    { role: 'system', content: request.instructions },
    { role: 'user', content: request.material },
  ])
  t.match(body.response_format, { type: 'json_schema', json_schema: { schema } })
})

t.test('JSON in a code block is read', async (t) => {
  for (const content of ['```json\n{"word":"ebb"}\n```', '\n```\n{"word":"ebb"}```\n']) {
    const chat = await startChatServer(t, replyWith(200, buildCompletion(content)))
    t.same(await at(chat.base).generate(request, never), { object: { word: 'ebb' } })
  }
})

t.test('a service without schemas is asked for JSON, and one without a key gets none', async (t) => {
  const chat = await startChatServer(t, replyWithObject({ word: 'ebb' }))
  t.same(await at(chat.base, { takesSchema: false, key: undefined }).generate(request, never), {
    object: { word: 'ebb' },
  })
  t.same(chat.bodies[0].response_format, { type: 'json_object' })
  t.equal(chat.headers[0].authorization, undefined)
})

t.test(
  'every failure has a name, is tried once, and contains nothing of the key, the texts or the response',
  async (t) => {
    const echo = (status: number): Reply =>
      replyWith(status, { error: { message: `key ${key} and all of the material` } })
    const failures: [string, Reply, object][] = [
      ['429', replyWith(429, { error: {} }, { 'retry-after': '7' }), { failed: 'rate_limited', retryAfterMs: 7_000 }],
      ['401', echo(401), { failed: 'provider_refused' }],
      ['400', echo(400), { failed: 'provider_refused' }],
      ['500', echo(500), { failed: 'provider_unavailable' }],
      ['broken off', (response) => response.destroy(), { failed: 'provider_unavailable' }],
      ['not JSON', replyWith(200, '<!doctype html>'), { failed: 'unreadable' }],
      ['not the protocol', replyWith(200, { word: 'ebb' }), { failed: 'unreadable' }],
      [
        'half an object',
        replyWith(200, buildCompletion('{"word": "eb', { finish_reason: 'length' })),
        { failed: 'unreadable' },
      ],
      ['a number', replyWithObject(3), { failed: 'unreadable' }],
      ['plain words', replyWith(200, buildCompletion('The word is ebb.')), { failed: 'unreadable' }],
      ['no words', replyWith(200, buildCompletion(null)), { failed: 'unreadable' }],
      ['too large', replyWithObject({ word: 'x'.repeat(1_000_001) }), { failed: 'too_large' }],
      ['another place', replyWith(302, '', { location: 'http://127.0.0.1:1/' }), { failed: 'provider_unavailable' }],
    ]
    for (const [name, reply, failure] of failures) {
      const chat = await startChatServer(t, reply)
      t.same(await at(chat.base).generate(request, never), failure, name)
      t.equal(chat.bodies.length, 1, name)
    }
  },
)

t.test('a call to a model ends at its deadline, or with its slice', async (t) => {
  const slow = await startChatServer(t, () => {})
  t.same(await at(slow.base, { deadlineMs: 50 }).generate(request, never), { failed: 'timed_out' })
  const slice = new AbortController()
  slow.reply = () => slice.abort()
  t.same(await at(slow.base).generate(request, slice.signal), { failed: 'provider_unavailable' })
})

t.test('a model is called only where its address and its name are set', async (t) => {
  const chosen = (env: Record<string, string>) => chooseProviders(loadConfig(env)).model
  const LORE_MODEL_BASE_URL = 'https://models.example/v1'
  t.equal(chosen({}), undefined)
  t.match(chosen({ LORE_MODEL_BASE_URL, LORE_MODEL_NAME: 'drafter-1', LORE_MODEL_API_KEY: key }), {
    name: 'openai-compatible',
  })
  t.throws(() => chosen({ LORE_MODEL_BASE_URL, LORE_MODEL_API_KEY: key }), { message: /^LORE_MODEL_NAME is required/ })
  t.throws(() => chosen({ LORE_MODEL_BASE_URL: 'models.example' }), { message: /^LORE_MODEL_BASE_URL must be a URL/ })
})
