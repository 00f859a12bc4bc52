import t from 'tap'
import { createLanguageModel } from '#src/research/providers/model.ts'
import { buildCompletion, replyWith, replyWithObject, startModelServer } from './model-server.ts'

const key = 'sk-a-secret-key'
const never = new AbortController().signal
const schema = { type: 'object', properties: { word: { type: 'string' } }, required: ['word'] } as const
const words = { instructions: 'Write a word.', material: '{"about":"tides"}' }
const request = { ...words, schema: structuredClone(schema) as never }
const at = (url: string) => createLanguageModel({ url, name: 'drafter-1', key })

t.test('one request of the chat completions protocol, with the key, the schema and nothing besides', async (t) => {
  const chat = await startModelServer(t, replyWithObject({ word: 'ebb' }))
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

t.test('an answer without an object is unreadable', async (t) => {
  const answers = {
    'half an object': replyWith(200, buildCompletion('{"word": "eb', { finish_reason: 'length' })),
    'a number': replyWithObject(3),
    'a code block': replyWith(200, buildCompletion('```json\n{"word":"ebb"}\n```')),
    'no words': replyWith(200, buildCompletion(null)),
  }
  for (const [name, reply] of Object.entries(answers)) {
    const chat = await startModelServer(t, reply)
    t.same(await at(chat.base).generate(request, never), { failed: 'unreadable' }, name)
  }
})
