import type { Test } from 'tap'
import t from 'tap'
import { readTableSchemas } from '#src/admin/archive/table-schemas.ts'
import { verifyArtist } from '#src/admin/verify/artist.ts'
import { paidStepsMax } from '#src/research/budget/daily-budget.ts'
import { createLanguageModel } from '#src/research/providers/model/openai-compatible.ts'
import { addCorrection, buildBoundaryOn, createMemoryClient } from '../memory/memory.ts'
import {
  buildCompletion,
  type Reply,
  replyWith,
  replyWithObject,
  startChatServer,
} from '../providers/model/chat-server.ts'
import { checkLore, listLoreVersions } from '../research/lore-versions.ts'
import { advanceUntilIdle, enqueue } from '../research/slices.ts'
import { offerFirstQuestion } from '../sessions/interview.ts'
import { createTestContext, type Loose } from '../support/test-context.ts'

const mill = 'Mara Quill recorded “Weir” in a disused paper mill in the winter of 2014.'
const ferry = 'Mara Quill wrote her second album on the night ferry between two islands.'
const organ = 'Mara Quill learned the pump organ from her grandmother in a kitchen.'

/** Quotes the whole of every piece of evidence in the input, in reverse, as a new sentence. */
const quoteAll: Reply = (response, body) => {
  const { evidence } = JSON.parse(body.messages[1].content)
  const sentences = evidence.toReversed().map(({ id, text }: Loose) => ({
    text: `It is said: “${text}”`,
    newParagraph: true,
    citations: [{ evidence: id, quote: text }],
  }))
  return replyWithObject({ sentences })(response, body)
}

const wrong = { text: 'Mara Quill lives on the moon with a goat.', newParagraph: false }
const uncited: Reply = replyWithObject({ sentences: [{ ...wrong, citations: [] }] })
const misquoted: Reply = replyWithObject({
  sentences: [{ ...wrong, citations: [{ evidence: 'e1', quote: 'on the moon' }] }],
})

/** A test context with three sources, whose Lore a model drafts with this reply. */
async function createDraftContext(t: Test, reply: Reply, deadlineMs = 60_000) {
  const chat = await startChatServer(t, reply)
  const model = createLanguageModel({
    url: chat.base,
    name: 'drafter-1',
    key: 'sk-secret',
    takesSchema: true,
    deadlineMs,
  })
  const context = await createTestContext(t, {}, { model })
  for (const text of [mill, ferry, organ]) await context.addSource(text)
  const refresh = async () => {
    await enqueue(context, 'lore_refresh')
    const slices = await advanceUntilIdle(context)
    return { slices, slice: slices.at(-1), text: (await listLoreVersions(context)).at(-1)?.text ?? '' }
  }
  return { chat, context, refresh }
}

t.test('a valid draft becomes the Lore; only its quotations are cited, and verify accepts it', async (t) => {
  const { chat, context, refresh } = await createDraftContext(t, quoteAll)
  const { slice, text } = await refresh()
  t.match(slice, { done: true, progress: 'A model drafted Lore, quoting 0 answers and 3 sources' })
  t.match(text, /^It is said: “Mara Quill.+”\n\nIt is said: /)
  t.equal(chat.bodies.length, 1, 'for one request')
  const [version] = await listLoreVersions(context)
  t.same(
    ((version?.citations ?? []) as Loose[]).map(({ start, end }) => text.slice(start, end)).sort(),
    [mill, ferry, organ].sort(),
  )
  const found: Loose[] = []
  for await (const finding of verifyArtist(context.db, await readTableSchemas(context.db), context.artistId))
    found.push(finding)
  t.same(
    found.filter(({ table }) => table === 'lore_versions'),
    [],
  )
  t.ok(found.length > 0, 'verify reports the claims of this test, which have no event')
})

t.test('after any failure of the model Lore is composed of whole sentences, and the slice says why', async (t) => {
  const noAnswer = 'the model gave no answer'
  const badDraft = 'the draft of the model did not hold against the evidence'
  const troubles: [string, Reply, string][] = [
    ['an uncited sentence', uncited, badDraft],
    ['a wrong quotation', misquoted, badDraft],
    ['another form', replyWithObject({ lore: 'x' }), badDraft],
    ['malformed JSON', replyWith(200, buildCompletion('{"sentences": [')), badDraft],
    ['429', replyWith(429, {}, { 'retry-after': '60' }), noAnswer],
    ['500', replyWith(500, { error: { message: 'sk-secret' } }), noAnswer],
  ]
  const { chat, context, refresh } = await createDraftContext(t, uncited)
  for (const [trouble, reply, why] of troubles) {
    chat.reply = reply
    const before = chat.bodies.length
    const { slice, text } = await refresh()
    t.match(slice, { status: 'ok', done: true }, trouble)
    t.match(slice.progress, new RegExp(`^Composed Lore.*; ${why}$`), trouble)
    t.match(text, mill, trouble)
    t.notMatch(text, /moon/, trouble)
    t.equal(chat.bodies.length, before + 1, `${trouble}: asked once`)
  }
  t.equal((await listLoreVersions(context)).length, 1, 'the same sentences are no new version')
  await checkLore(t, context)
})

t.test('a model that does not answer is not waited for longer than its deadline', async (t) => {
  const { slice, text } = await (await createDraftContext(t, () => {}, 50)).refresh()
  t.match(slice, { status: 'ok', done: true, progress: /^Composed Lore.*; the model gave no answer$/ })
  t.match(text, mill)
})

t.test('a corrected claim is neither in the model’s input nor accepted from it', async (t) => {
  const { chat, context, refresh } = await createDraftContext(t, quoteAll)
  await context.addSource('Mara Quill sang her first concert in a lighthouse by candlelight.')
  chat.reply = (response, body) => {
    const { evidence } = JSON.parse(body.messages[1].content)
    const sentences = evidence.map(({ id, text }: Loose) => ({
      text: text === ferry ? `Mara Quill sang in a lighthouse, and it is said: “${text}”` : `It is said: “${text}”`,
      newParagraph: false,
      citations: [{ evidence: id, quote: text }],
    }))
    return replyWithObject({ sentences })(response, body)
  }
  await addCorrection(context, { claim: 'Mara Quill sang in a lighthouse.', correction: null })
  const { slice, text } = await refresh()
  t.match(slice.progress, /^A model drafted/)
  t.notMatch(text, /lighthouse/)
  t.notMatch(JSON.stringify(chat.bodies), /lighthouse/)
})

t.test('when the daily budget for models is used up, no model is called', async (t) => {
  const { chat, context, refresh } = await createDraftContext(t, quoteAll)
  await refresh()
  const spent = context.db.selectFrom('daily_spend').select(['what', 'taken'])
  t.same(await spent.execute(), [{ what: 'model', taken: 1 }])
  await context.db.updateTable('daily_spend').set({ taken: paidStepsMax.model }).execute()
  const { slice, text } = await refresh()
  t.match(slice.progress, /; what may be spent on a model today is spent$/)
  t.notMatch(text, /It is said/)
  t.equal(chat.bodies.length, 1)
})

t.test('with too little evidence no model is called', async (t) => {
  const { chat, context, refresh } = await createDraftContext(t, quoteAll)
  await context.db.updateTable('sources').set({ is_private: true }).execute()
  await context.addSource(mill)
  t.equal((await refresh()).slice.progress, 'Composed Lore from 0 answers and 1 source')
  t.equal(chat.bodies.length, 0)
  t.same(await context.db.selectFrom('daily_spend').select('taken').execute(), [])
})

t.test('a boundary that is saved while the model writes applies to the published text', async (t) => {
  const { chat, context, refresh } = await createDraftContext(t, quoteAll)
  const { question } = await offerFirstQuestion(context)
  await context.addSource('Mara Quill played her first concert in a lighthouse during a storm.')
  chat.reply = async (response, body) => {
    const wording = 'Nothing about the paper mill, please.'
    if (chat.bodies.length === 1) await createMemoryClient(context).save(buildBoundaryOn(question, { wording }))
    return quoteAll(response, body)
  }
  const { slices, text } = await refresh()
  t.same(
    slices.map(({ progress }) => progress).filter((phrase) => /again$/.test(phrase)),
    ['The records have changed; composing again'],
  )
  t.ok(chat.bodies.length > 1, 'what was drafted before it is drafted again')
  t.match(text, /night ferry/)
  t.notMatch(text, /paper mill/)
})
