import t from 'tap'
import { changeSource } from '../support/sources.ts'
import { createTestContext, type Loose, type SourceOptions, type TestContext } from '../support/test-context.ts'
import { reopenReferences, researchQuestion } from './questions.ts'

/** A source of that day; the words of the topic are in none of them. */
async function publish(context: TestContext, publishedAt: string | null, text: string, options: SourceOptions = {}) {
  const source = await context.addSource(text, options)
  const published = { published_at: publishedAt, url: `https://paper.example/${publishedAt}` }
  await changeSource(context.db, published, source.sourceId)
  return source
}

const latest = { topic: 'what is new', retrieval: 'latest' }
const listSources = (body: Loose) => body.references.map(({ sourceId }: Loose) => sourceId)

t.test('the newest dated texts come first, without a word of the topic', async (t) => {
  const context = await createTestContext(t)
  const march = await publish(context, '2024-03', 'The mill reopened. Nothing else happened.')
  const june = await publish(context, '2024-06-09', `${'The tide came in at nine. '.repeat(60)}The end.`)
  const older = await publish(context, '2019', 'A first record was made.')
  await publish(context, null, 'Somebody wrote this at some time.')
  const body = await researchQuestion(context, latest)
  t.match(body, { stage: 'complete', provider: null })
  t.same(listSources(body), [june.sourceId, march.sourceId, older.sourceId])
  t.same(body.limitations, ['One source was left out: the day of publication is not known.'])
  const [first] = body.references
  t.equal(first.start, 0)
  t.match(first.text, /^The tide.*at nine\.$/, 'it begins the text and ends with a sentence')
  t.ok(first.text.length <= 1_000)
  await reopenReferences(t, context, body.references)
})

t.test('where a newest text has words of the topic, that passage is taken', async (t) => {
  const context = await createTestContext(t)
  const filler = 'The tide came in at nine, and the ferry left without a word. '.repeat(40)
  await publish(context, '2024-06-09', `${filler}The pump organ was carried down three flights. ${filler}`)
  const body = await researchQuestion(context, { ...latest, topic: 'the pump organ' })
  t.match(body.references, [{ text: /pump organ/ }])
  t.ok(body.references[0].start > 0)
})

t.test('the days of a request bound the newest, and its need still decides', async (t) => {
  const context = await createTestContext(t)
  const may = await publish(context, '2024-05-02', 'Mixed in a day by Ivo Lantern.')
  await publish(context, '2024-05-03', 'The sea was calm.')
  await publish(context, '2024-08-09', 'Mixed by somebody else.')
  const request = { ...latest, evidenceNeed: 'credits', toDate: '2024-05-31' }
  const body = await researchQuestion(context, request)
  t.same(listSources(body), [may.sourceId])
  for (const [n, expected] of [may.sourceId, undefined].entries()) {
    for (let count = 22 * n; count < 22 + n; count += 1) await publish(context, '2024-05-03', 'The sea was calm.')
    const next = await researchQuestion(context, { ...request, topic: `what is new, ${n}` })
    t.equal(listSources(next)[0], expected, 'among the 24 newest')
  }
})

t.test('a text of astral characters alone is cut between characters', async (t) => {
  const context = await createTestContext(t)
  const text = `a${'𝒜'.repeat(900)}`
  await publish(context, '2024-05-02', text)
  const { references } = await researchQuestion(context, latest)
  t.equal(references[0].text, text.slice(0, 959))
  await reopenReferences(t, context, references)
})

t.test('of a catalogue only what is stored is searched, and the answer says so', async (t) => {
  const context = await createTestContext(t)
  const organ = 'The pump organ on Low Water belonged to her grandmother.'
  await publish(context, '2024-05-02', organ)
  const said = ['Nothing is collected from this platform: only what is stored was searched.']
  for (const platform of ['inprocess', 'spotify', 'deezer']) {
    const body = await researchQuestion(context, { platform })
    t.match(body, { stage: 'unresolved', provider: null, references: { length: 0 } }, platform)
    t.same(body.limitations, said)
  }
  const { sourceId } = await publish(context, '2024-05-02', organ)
  await changeSource(context.db, { url: 'https://open.spotify.com/album/1' }, sourceId)
  t.same(listSources(await researchQuestion(context, { platform: 'spotify', freshness: 'recent' })), [sourceId])
})
