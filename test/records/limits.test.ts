/** Of an artist who has more than that of everything: what a list or a page takes at most. */
import t from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { type PaidStep, tryCharge } from '#src/research/budget.ts'
import { createQueryEmbedder } from '#src/research/embed/query-embedder.ts'
import type { EmbeddingModel } from '#src/research/providers/embeddings.ts'
import { composeFromAnswer } from '../lore/lore-api.ts'
import { addCorrection } from '../memory/memory.ts'
import { holdDeadlines } from '../providers/http/deadlines.ts'
import { refreshLore } from '../research/lore-versions.ts'
import { addImportedAnswer } from '../sessions/interview.ts'
import { createTestContext } from '../support/test-context.ts'

t.test('a preview lists twenty sentences and twenty answers, and counts them all', async (t) => {
  const { context, question } = await composeFromAnswer(t, 'My father died of cancer. '.repeat(25).trim())
  for (let n = 0; n < 21; n += 1) await addImportedAnswer(context, { answer: `It was cancer, in year ${n}.` })
  const boundary = { questionKey: question.questionKey, wording: 'Nothing about his cancer, please.' }
  const path = `/api/artist/${context.artistId}/interview/boundaries/preview`
  const bounded = await context.call('owner', 'POST', path, boundary)
  t.match(bounded.body, { sentenceCount: 26, sentences: { length: 20 }, answerCount: 22, answers: { length: 20 } })
})

t.test('five hundred corrections hold at most: 413 limit_exceeded', async (t) => {
  const { context, lore, correct } = await composeFromAnswer(t, 'I was born in Bergen.')
  for (let n = 0; n < 499; n += 1) await addCorrection(context)
  const correction = { loreRevision: lore.revision, start: 0, end: 4, correction: null }
  t.equal((await correct({ ...correction, requestId: uuidv7() })).status, 200)
  const full = { status: 413, body: { code: 'limit_exceeded' } }
  t.match(await correct({ ...correction, requestId: uuidv7() }), full)
})

t.test('what is paid for is paid so often a day', async (t) => {
  const { db, artistId } = await createTestContext(t)
  const daily = { scrape: 36, search: 200, model: 60, embedding: 2_500, query: 5_000, profiles: 20 } as const
  for (const [what, steps] of Object.entries(daily) as [PaidStep, number][]) {
    const charge = () => db.transaction().execute((trx) => tryCharge(trx, artistId, what))
    await charge()
    const taken = steps - 1
    await db.updateTable('daily_spend').set({ taken }).where('what', '=', what).execute()
    t.same([await charge(), await charge()], [true, false], what)
  }
})

t.test('a search waits two seconds for the vector of its query, and pays for it', async (t) => {
  const { db, artistId } = await createTestContext(t)
  const given: AbortSignal[] = []
  const embed: EmbeddingModel['embed'] = async (_, signal) => {
    given.push(signal)
    return { vectors: [[1]] }
  }
  const deadlines = holdDeadlines(t)
  t.same(await createQueryEmbedder(db, artistId, { name: 'x', embed }).embed('the bell'), [1])
  t.match(deadlines, [{ ms: 2_000 }])
  t.match(given, [{ aborted: false }])
  deadlines[0]?.pass()
  t.match(given, [{ aborted: true }])
  t.match(await db.selectFrom('daily_spend').select('taken').execute(), [{ taken: 1 }])
})

t.test('a composed page leaves room for an overview within the twenty thousand units of a Lore', async (t) => {
  const context = await createTestContext(t)
  for (let n = 0; n < 40; n += 1) await addImportedAnswer(context, { answer: `I sang of harbour ${n}. `.repeat(40) })
  const page = await refreshLore(context)
  t.ok(page.length > 15_000 && page.length <= 17_000, `${page.length}`)
  t.match(page, 'harbour 39', 'the answers that were saved last')
  t.notMatch(page, 'harbour 0.')
})
