import type { Updateable } from 'kysely'
import t from 'tap'
import { v7 as uuidv7 } from 'uuid'
import type { Sources } from '#src/database/tables.gen.ts'
import type { ClaimedJob } from '#src/queue/claim.ts'
import { changeUnderLease } from '#src/queue/lease.ts'
import { applyDecision } from '#src/queue/transitions.ts'
import { paidStepsMax } from '#src/research/budget.ts'
import { composePage } from '#src/research/lore/compose-page.ts'
import { refreshLore as loreSlice } from '#src/research/lore/job.ts'
import { composedCharsMax, pageChars } from '#src/research/lore/limits.ts'
import { readLoreRecords, readTexts } from '#src/research/lore/material.ts'
import { withoutOverview } from '#src/research/lore/overview.ts'
import { createInterviewClient, offerFirstQuestion } from '../sessions/interview.ts'
import { readCheckedTrail } from '../sessions/trail.ts'
import { pluck } from '../support/pluck.ts'
import { changeSource } from '../support/sources.ts'
import { buildCitation, createTestContext, type Loose, type TestContext } from '../support/test-context.ts'
import { openModel } from './answering-model.ts'
import { checkLore, listLoreVersions, refreshLore } from './lore-versions.ts'
import { advanceUntilIdle, enqueue, readJob } from './slices.ts'

const advance = async (context: TestContext) => (await context.call(null, 'POST', '/api/research/advance')).body

t.test('a refresh without a model is one slice, which reads its evidence page by page', async (t) => {
  const context = await createTestContext(t)
  const stranger = 'In that year another singer played the harbour of Bergen, and nobody wrote it down. '
  for (const pages of [2, 3, 4]) await context.addSource(stranger.repeat((pages * pageChars) / stranger.length))
  const id = await enqueue(context, 'lore_refresh')
  const slices = await advanceUntilIdle(context)
  t.same(pluck(slices, 'progress'), ['Composed Lore from 0 answers and 3 sources'])
  t.match(await readJob(context, id), { state: 'done', cursor: 1, total: 1, checkpoint: {} })
  const [version] = await listLoreVersions(context)
  t.equal(((version?.citations ?? []) as Loose[]).length, 3, 'one paragraph each, though none names the artist')
  await checkLore(t, context)
})

t.test('what questions cite is read first, then pages, then posts, each the newest first', async (t) => {
  const context = await createTestContext(t)
  const add = async (kind: 'vault' | 'social_caption', columns: Updateable<Sources>, id: string = uuidv7()) => {
    const sourceId = kind === 'vault' ? `vault:${id}` : `social:${id}:caption`
    const source = await context.addSource('She tuned the organ by ear.', { kind, sourceId })
    await changeSource(context.db, columns, sourceId)
    return source
  }
  const [earlier, later] = ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'].map((at) => new Date(at))
  // In the reverse order of what is expected.
  const added = [
    await add('social_caption', { ingested_at: earlier }, 'b7a0c3de-0000-4000-8000-000000000002'),
    await add('social_caption', { ingested_at: earlier }, 'b7a0c3de-0000-4000-8000-000000000001'),
    await add('social_caption', { ingested_at: later }),
    await add('social_caption', { ingested_at: earlier, published_at: '2019-05-01' }),
    await add('social_caption', { ingested_at: earlier, published_at: '2020-05-01' }),
    await add('vault', { ingested_at: earlier, published_at: '2020' }),
    await add('vault', { ingested_at: later, published_at: '2019' }),
    await add('social_caption', { ingested_at: earlier }),
  ]
  const cited = added.at(-1) as Loose
  const sitting = createInterviewClient(context)
  const { session } = (await sitting.start()).body
  const { question } = (await sitting.offer(session, 1, buildCitation(cited, 'the organ by ear'))).body
  await sitting.answer(question, 'So did my father.')
  const last = (await sitting.offer(session, 2, buildCitation(cited, 'tuned the organ'))).body.question
  await sitting.answer(last, 'By ear.')
  const { sources, answers } = await readLoreRecords(context.db, context.artistId)
  t.same(pluck(sources, 'sourceId'), added.map(({ sourceId }) => sourceId).reverse())
  t.same(pluck(answers, 'answer'), ['By ear.', 'So did my father.'], 'the answers, the newest first')
})

t.test('a source that changes or is withdrawn while it is read is not cited; then its current text is', async (t) => {
  const context = await createTestContext(t)
  const { db, artistId } = context
  await context.addSource('Mara Quill recorded Salt Harbour in a boathouse in Bergen.')
  const withdrawn = await context.addSource('Mara Quill recorded a hymn in the old mill of Voss.')
  const { sourceId } = await context.addSource('Mara Quill recorded a march in the stable of Voss.')
  const records = await readLoreRecords(db, artistId)
  await changeSource(db, { is_private: true }, withdrawn.sourceId)
  const changed = await context.addSource('Mara Quill recorded a waltz in the stable of Voss.', { sourceId })
  const { page } = await composePage(db, artistId, records, { charsMax: composedCharsMax })
  t.ok(page.text.includes('Salt Harbour'))
  t.notMatch(page.text, /hymn|march|waltz/)
  const text = await refreshLore(context)
  t.ok(text.includes('waltz'))
  t.notMatch(text, /hymn|march/)
  const [version] = await listLoreVersions(context)
  const cited = ((version?.citations ?? []) as Loose[]).find(({ id }) => id === sourceId)
  t.equal(cited?.revision, changed.revision)
  await context.addSource(`${changed.text}\n\nIt rained.`, { sourceId })
  t.equal(await refreshLore(context), text)
  t.equal((await listLoreVersions(context)).length, 2, 'the same words of another revision are another version')
})

t.test('no text is read from or to the inside of a surrogate pair, wherever a question cites its source', async (t) => {
  const context = await createTestContext(t)
  const source = await context.addSource(`${'🎹'.repeat(1_700)}x${'🎹'.repeat(3_000)}x${'🎹'.repeat(1_700)}`)
  const { sourceId, revision } = source
  const window = { sourceId, revision, start: 3_397, end: 3_402 }
  t.same(await readTexts(context.db, context.artistId, [window]), [
    { ...window, start: 3_398, end: 3_401, text: '🎹x' },
  ])
  const sitting = createInterviewClient(context)
  const { session } = (await sitting.start()).body
  const citation = { ...buildCitation(source, '🎹'.repeat(20)), start: 6_401, end: 6_441 }
  const { question } = (await sitting.offer(session, 1, citation)).body
  await sitting.answer(question, 'The sea.')
  await sitting.finish(session)
  await advanceUntilIdle(context)
  await checkLore(t, context)
  t.equal((await listLoreVersions(context)).length, 1)
})

t.test('a version is published once, also where another refresh was requested during its run', async (t) => {
  const context = await createTestContext(t)
  await enqueue(context, 'lore_refresh')
  const { job, save } = await runClaimed(context)
  await enqueue(context, 'lore_refresh')
  const decision = await save()
  t.same(decision, { done: {}, progress: 'Composed empty Lore: there is nothing it could be made of' })
  t.equal(await applyDecision(context.db, job, decision), 'pending')
  await advanceUntilIdle(context)
  const [version, ...more] = await listLoreVersions(context)
  t.same(more, [])
  t.match(version, { job_id: job.id, previous: null })
  const event = { action: 'lore.published', subject: 'lore:1', revision: version?.revision, at: version?.created_at }
  t.match(await readCheckedTrail(t, context), { length: 1, 0: { ...event, actor: null } })
})

const again = 'The records have changed; composing again'
const beginning = { next: { cursor: 0, total: null, checkpoint: {} }, progress: again }

t.test('a composition is not published over a change that it has not seen', async (t) => {
  const context = await createTestContext(t)
  await enqueue(context, 'lore_refresh')
  const { save } = await runClaimed(context)
  await offerFirstQuestion(context)
  t.same(await save(), beginning)
  t.same(await listLoreVersions(context), [])
})

t.test('an overview is of the saved page, and is neither asked for nor saved over a change since', async (t) => {
  const sentences = [
    'recorded Low Water in Orrin.',
    'recorded it.',
    'recorded Low Water.',
    'keeps every tape in Orrin.',
  ]
  const overview = { sentences: sentences.map((said) => ({ text: `Mara Quill ${said}`, passages: [1, 2] })) }
  const { model, requests } = await openModel(t, [overview])
  const context = await createTestContext(t, {}, { model })
  await context.addSource('Mara Quill recorded Low Water in Orrin, in the kitchen of her grandmother.')
  await context.addSource('Mara Quill keeps every tape in the drawer below the bread, and never lends one.')
  const id = await enqueue(context, 'lore_refresh')
  t.match(await advance(context), { done: false, progress: 'Composed Lore from 0 answers and 2 sources' })
  t.match(await readJob(context, id), { cursor: 1, total: 2 })
  const composed = await listLoreVersions(context)
  t.same(pluck(composed, 'composed_by'), ['composer'], 'the page does not wait for the model')

  const sitting = createInterviewClient(context)
  const { session } = (await sitting.start()).body
  t.match(await advance(context), { done: false, progress: again })
  t.equal(requests.length, 0)
  t.match(await advance(context), { done: false, progress: 'Composed Lore; it is the same as before' })

  const { job, save } = await runClaimed(context)
  t.equal(requests.length, 1)
  await sitting.finish(session)
  const decision = await save()
  t.same(decision, beginning)
  t.same(await listLoreVersions(context), composed)
  await applyDecision(context.db, job, decision)

  const slices = await advanceUntilIdle(context)
  t.match(slices.at(-1), { done: true, progress: 'An overview by a model is proposed beside the Lore' })
  t.match(await readJob(context, id), { state: 'done', cursor: 2, total: 2 })
  const [page, proposal] = await listLoreVersions(context)
  t.match(proposal, { composed_by: 'model', job_id: id })
  t.ok(proposal?.text.endsWith(`\n\n${page?.text}`))
  await checkLore(t, context)
})

t.test('a refresh that proposes no overview says why', async (t) => {
  const { model } = await openModel(t, [{ sentences: [] }, { sentences: [] }, 500])
  const context = await createTestContext(t, {}, { model })
  await context.addSource('Mara Quill recorded Low Water in Orrin, in the kitchen of her grandmother.')
  await context.addSource('Mara Quill keeps every tape in the drawer below the bread, and never lends one.')
  for (const why of ['refused', 'no_answer', 'spent'] as const) {
    if (why === 'spent') await context.db.updateTable('daily_spend').set({ taken: paidStepsMax.model }).execute()
    await enqueue(context, 'lore_refresh')
    const progress = `No overview is proposed: ${withoutOverview[why]}`
    t.match((await advanceUntilIdle(context)).at(-1), { done: true, progress })
  }
})

/** Claims the due refresh and runs its slice, up to what it saves and decides. */
async function runClaimed({ app, db }: TestContext) {
  const job = (await app.resources.queue.claim({ leaseToken: uuidv7() })) as ClaimedJob
  const { signal } = new AbortController()
  const result = await loreSlice(job, { ...app.resources, signal, logItemFailure: () => {} })
  if (!('save' in result)) throw new Error(`The slice saves nothing: ${JSON.stringify(result)}`)
  return { job, save: () => changeUnderLease(db, job, result.save) }
}
