import t from 'tap'
import { createClient } from '#src/clients/typescript/index.ts'
import { sampleIdentities } from '#src/config/sample-identities.ts'
import { buildCompletion, type Reply, replyWith, startModelServer } from '../providers/model-server.ts'
import { serveBuilt } from '../support/built.ts'

const key = 'sk-a-secret-key'
const path = { id: sampleIdentities.artistId }

t.test('a configured model is called, and neither its key nor its response is logged, at any level', async (t) => {
  const words = `The canary has ${key}`
  const replies: Reply[] = [
    replyWith(500, { error: { message: words } }),
    replyWith(401, words),
    replyWith(200, buildCompletion(words)),
    (response) => response.destroy(),
  ]
  const chat = await startModelServer(t, (response, body) => replies[chat.bodies.length - 1]?.(response, body))
  const model = { LORE_MODEL_BASE_URL: chat.base, LORE_MODEL_NAME: 'drafter-1', LORE_MODEL_API_KEY: key }
  const service = await serveBuilt(t, { LOG_LEVEL: 'trace', ...model })
  const token = await service.sign(sampleIdentities.claimant)
  const { call } = createClient({ baseUrl: service.base, token })

  let [response] = (await call('listInterviewResponses', { path })).responses
  const progress: (string | undefined)[] = []
  for (const [n] of replies.entries()) {
    const { id = '', revision = '' } = response ?? {}
    const body = { expectedRevision: revision, answer: `A harmonium with ${n + 3} dead reeds.` }
    response = (await call('reviseInterviewResponse', { path: { ...path, answerId: id }, body })).response
    for (let slice = await advance(); slice.ran; slice = await advance()) progress.push(slice.progress)
  }
  async function advance() {
    const slice = await call('advanceResearch', { body: { kinds: ['lore_refresh'] } })
    if (slice.status === 'error') throw new Error(slice.error)
    return slice
  }

  t.equal(chat.bodies.length, replies.length)
  t.equal(chat.headers[0].authorization, `Bearer ${key}`)
  t.equal(
    progress.filter((words) => /^No overview is proposed: the (model|overview)/.test(words ?? '')).length,
    replies.length,
  )
  t.match(service.output(), /"operationId":"advanceResearch"/, 'the log has the slices')
  for (const secret of [key, 'canary', 'harmonium']) t.notMatch(service.output() + progress.join(), secret)
})
