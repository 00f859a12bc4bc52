import t from 'tap'
import { paidStepsMax } from '#src/research/budget.ts'
import { replyWith, replyWithVectors } from '../providers/model-server.ts'
import { advanceUntilIdle } from '../research/slices.ts'
import { pluck } from '../support/pluck.ts'
import { createMeaningContext } from './meaning-context.ts'
import { embedByWordList, wordListDimensions } from './word-list-model.ts'

const sentence = 'The kettle was green, and the floor had been painted twice. '
/** 70 windows: two full batches and a third. */
const long = sentence.repeat(240).slice(0, 14_200)

t.test('a text is sent in windows of 400 characters at a step of 200, 32 in a request', async (t) => {
  const { addText, embedAll, server, documents } = await createMeaningContext(t)
  const { sourceId } = await addText(long)
  t.match((await embedAll()).at(-1), { done: true, progress: 'Made the vectors of 1 of 1 text' })
  const sent = server.bodies.map(({ input }) => input)
  t.same(pluck(sent, 'length'), [32, 32, 6])
  const windows = Array.from({ length: 70 }, (_, at) => long.slice(200 * at, 200 * at + 400))
  t.same(sent.flat(), windows)
  const model = { model: 'vectors-1', dimensions: wordListDimensions }
  t.same(await documents(), [{ ...model, source_id: sourceId, windows: 70, complete: true }])
})

t.test('white space is not sent, and a text of exactly one batch ends with it', async (t) => {
  const { addText, embedAll, server, documents, found } = await createMeaningContext(t)
  await addText(`${'She took the boat. '.padEnd(600)}${'x'.repeat(6_000)}`)
  await embedAll()
  t.match(await documents(), [{ windows: 32, complete: true }])
  t.ok(server.bodies.every(({ input }) => input.every((text: string) => text.trim() !== '')))
  t.match(await found('vessel'), [/She took the boat/])
})

t.test('what ends a job in the middle costs no request that was answered', async (t) => {
  const { addText, embedAll, server, documents, jobs, db } = await createMeaningContext(t)
  await addText(long)
  const answer = replyWithVectors(embedByWordList)
  server.reply = (response, body) => (server.bodies.length < 3 ? answer(response, body) : response.destroy())
  t.match(await embedAll(), [{ ran: true }, { ran: true }, { status: 'error' }])
  t.match(await documents(), [{ windows: 64, complete: false }])
  server.reply = answer
  await addText('It rained.', { sourceId: 'vault:0198f3a2-0000-7000-8000-000000000001' })
  // As a process does that takes the job over.
  const due = { next_run_at: new Date(0), queued_at: new Date(0) }
  await db.updateTable('artist_research_jobs').set(due).execute()
  await embedAll()
  t.match(await documents(), [{ windows: 1 }, { windows: 70, complete: true }])
  t.same(pluck(pluck(server.bodies, 'input'), 'length'), [32, 32, 6, 6, 1], 'what was begun is finished first')
  t.match(await jobs(), [{ state: 'done' }])
})

t.test('a service that asks for a pause gets it, and one that refuses is not asked again', async (t) => {
  const { addText, embedAll, search, server, jobs, db } = await createMeaningContext(t)
  await addText(long)
  server.reply = replyWith(429, {}, { 'retry-after': '3600' })
  const askedAtMs = Date.now()
  t.match(await embedAll(), [{ waiting: true, progress: 'The provider asks to be left alone for a while' }])
  const { next_run_at } = await db.selectFrom('artist_research_jobs').select('next_run_at').executeTakeFirstOrThrow()
  t.ok(next_run_at.getTime() - askedAtMs >= 3_600_000)
  await db.deleteFrom('artist_research_jobs').execute()
  server.reply = replyWith(401, {})
  await embedAll()
  t.match(await jobs(), [{ state: 'failed', error_category: 'provider_refused' }])
  await search('kettle')
  t.equal((await jobs()).length, 1, 'nor is a job queued again by the next search')
  t.equal(server.bodies.length, 2)
  await db.updateTable('artist_research_jobs').set({ purpose: 'recover:all' }).execute()
  await search('kettle')
  t.match(await jobs(), [{ state: 'pending' }], 'a failed job of another purpose delays none')
})

t.test('the requests of a day have a budget, and the job says that it is spent', async (t) => {
  const { addText, embedAll, server, db, artistId } = await createMeaningContext(t)
  await addText(long)
  const spent = { what: 'embedding', taken: paidStepsMax.embedding, day: new Date().toISOString().slice(0, 10) }
  await db
    .insertInto('daily_spend')
    .values({ artist_id: artistId, ...spent })
    .execute()
  t.match(await embedAll(), [{ done: true, progress: 'What may be spent on this artist today is spent' }])
  t.equal(server.bodies.length, 0)
})

t.test('the texts of another model are not compared until the job has made their vectors again', async (t) => {
  const { addText, embedAll, server, documents, search, switchTo, artistId, call } = await createMeaningContext(t)
  await addText('She left on a boat.')
  await addText('The kettle was green.')
  await embedAll()
  switchTo('vectors-2')
  const before = server.bodies.length
  const limitations = ['2 texts were not searched by meaning.']
  const coverage = { searchedByMeaning: 0, complete: false, limitations }
  t.match(await search('boat'), { passages: { length: 1 }, coverage })
  t.equal(server.bodies.length, before, 'there is nothing to compare a query with')
  await advanceUntilIdle({ call, artistId })
  const again = { model: 'vectors-2', complete: true }
  t.match(await documents(), { length: 2, 0: again, 1: again })
  t.match((await search('vessel')).coverage, { searchedByMeaning: 2, complete: true })
  t.equal(server.bodies.at(-1).model, 'vectors-2')
})

t.test('vectors of another length under the same name are made again after a search has found them', async (t) => {
  const context = await createMeaningContext(t)
  const { addText, server, documents, search, embedAll } = context
  await addText('She left on a boat.')
  await embedAll()
  server.reply = replyWithVectors((text) => [...embedByWordList(text), 1])
  t.match((await search('vessel')).coverage, { searchedByMeaning: 0, complete: false })
  await advanceUntilIdle(context)
  t.match(await documents(), [{ dimensions: wordListDimensions + 1, complete: true }])
  t.match((await search('vessel')).coverage, { searchedByMeaning: 1, complete: true })
})

t.test('a text whose vectors change their length in the middle starts again', async (t) => {
  const { addText, server, documents, embedAll, db } = await createMeaningContext(t)
  await addText(long)
  const dimensions = wordListDimensions + 1
  const shorter = replyWithVectors(embedByWordList)
  const longer = replyWithVectors((text) => [...embedByWordList(text), 1])
  server.reply = (response, body) => (server.bodies.length < 2 ? shorter : longer)(response, body)
  await embedAll()
  t.match(await documents(), [{ dimensions, windows: 70, complete: true }])
  const vectors = await db.selectFrom('search_vectors').select('vectors').orderBy('batch').execute()
  t.same(pluck(pluck(vectors, 'vectors'), 'length'), [32 * dimensions, 32 * dimensions, 6 * dimensions])
})

t.test('the vectors of a text go with the text', async (t) => {
  const { addText, embedAll, documents, db } = await createMeaningContext(t)
  const document = await addText(long)
  await embedAll()
  await addText('It rained.', { sourceId: document.sourceId })
  await embedAll()
  t.match(await documents(), [{ source_id: document.sourceId, windows: 1, complete: true }])
  const rows = await db.selectFrom('search_vectors').select(['source_id', 'batch']).execute()
  t.same(rows, [{ source_id: document.sourceId, batch: 0 }])
})
