import type { Updateable } from 'kysely'
import t from 'tap'
import { v7 as uuidv7 } from 'uuid'
import type { Sources } from '#src/database/tables.gen.ts'
import type { ClaimedJob } from '#src/queue/claim.ts'
import { changeUnderLease } from '#src/queue/lease.ts'
import { applyDecision } from '#src/queue/transitions.ts'
import type { AuditTrail } from '#src/records/audit/audit-trail.ts'
import { pageChars } from '#src/research/lore/limits.ts'
import { readLoreRecords } from '#src/research/lore/material.ts'
import { saveComposition } from '#src/research/lore/save.ts'
import { createInterviewClient, offerFirstQuestion } from '../sessions/interview.ts'
import { readCheckedTrail } from '../sessions/trail.ts'
import { pluck } from '../support/pluck.ts'
import { changeSource } from '../support/sources.ts'
import { buildCitation, createTestContext, type Loose, type TestContext } from '../support/test-context.ts'
import { checkLore, listLoreVersions } from './lore-versions.ts'
import { advanceUntilIdle, enqueue, readJob } from './slices.ts'

const sentence = (n: number) => `In ${1900 + n} Mara Quill played the ${n}th of her concerts in the harbour of Bergen. `
const longText = (chars: number) =>
  Array.from({ length: Math.ceil(chars / 60) }, (_, n) => sentence(n))
    .join('')
    .slice(0, chars)

const advance = async (context: TestContext) => (await context.call(null, 'POST', '/api/research/advance')).body

t.test('evidence is read page by page over several slices, each with its true progress', async (t) => {
  const context = await createTestContext(t)
  const stranger = 'In that year another singer played the harbour of Bergen, and nobody wrote it down. '
  for (const pages of [2, 3, 4]) await context.addSource(stranger.repeat((pages * pageChars) / stranger.length))
  const id = await enqueue(context, 'lore_refresh')
  const cursors: number[] = []
  for (let slice = await advance(context); !slice.done; slice = await advance(context)) {
    const { cursor, total } = await readJob(context, id)
    t.equal(total, 10, 'nine pages and the composition')
    t.equal(slice.progress, `Read ${cursor} of 9 pages of evidence`)
    cursors.push(cursor)
  }
  t.same(cursors, [6, 9], 'so many as have the characters of a slice')
  t.match(await readJob(context, id), { state: 'done', cursor: 10, total: 10, checkpoint: {} })
  const [version] = await listLoreVersions(context)
  t.equal(((version?.citations ?? []) as Loose[]).length, 3, 'one paragraph each, though none names the artist')
  await checkLore(t, context)
})

t.test('three articles and 200 captions are five slices at most, and no caption displaces an article', async (t) => {
  const context = await createTestContext(t)
  const articles = []
  for (let n = 0; n < 3; n += 1) {
    const title = `Article ${n}`
    articles.push(await context.addSource(`${longText(3 * pageChars)}It was article ${n} of Mara Quill.`, { title }))
  }
  const caption = 'The harbour froze and I played on the ice for an hour, until the ferry came through. '
  for (let n = 0; n < 200; n += 1)
    await context.addSource(`${caption.repeat(3)}${n}`, { kind: 'social_caption', title: '' })
  const sitting = createInterviewClient(context)
  const { session } = (await sitting.start()).body
  const [article] = articles as [Loose]
  const { question } = (await sitting.offer(session, 1, buildCitation(article, sentence(500).trim()))).body
  await sitting.answer(question, 'The sea.')
  await sitting.finish(session)
  const slices = await advanceUntilIdle(context)
  t.ok(slices.filter(({ kind }) => kind === 'lore_refresh').length <= 5)
  const text = (await listLoreVersions(context)).at(-1)?.text ?? ''
  for (let n = 0; n < 3; n += 1) t.match(text, `“Article ${n}”`)
  t.match(text, sentence(500).trim(), 'what the question cites')
  t.equal(text.split(caption).length > 1 && text.match(/^Post/gm)?.length, 5, 'and five posts')
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
  const { sources } = await readLoreRecords(context.db, context.artistId)
  t.same(pluck(sources, 'sourceId'), added.map(({ sourceId }) => sourceId).reverse())
})

t.test('a source that changes while it is read is read again, and only its current text is cited', async (t) => {
  const context = await createTestContext(t)
  const { sourceId } = await context.addSource(longText(9 * pageChars).replaceAll('Mara Quill', 'A stranger'))
  await enqueue(context, 'lore_refresh')
  await advance(context)
  const changed = await context.addSource('Mara Quill recorded Salt Harbour in a boathouse in Bergen.', { sourceId })
  const phrases = (await advanceUntilIdle(context)).map(({ progress }) => progress)
  t.ok(phrases.includes('The evidence has changed; reading it again'))
  const [version] = await listLoreVersions(context)
  t.match(version?.citations, [{ id: sourceId, revision: changed.revision }])
})

t.test('a source that is withdrawn while it is read is not cited', async (t) => {
  const context = await createTestContext(t)
  await context.addSource('Mara Quill recorded Salt Harbour in a boathouse in Bergen.')
  const { sourceId } = await context.addSource('Mara Quill recorded a hymn in the old mill of Voss.')
  await enqueue(context, 'lore_refresh')
  await advance(context)
  await changeSource(context.db, { is_private: true }, sourceId)
  await advanceUntilIdle(context)
  const text = (await listLoreVersions(context)).at(-1)?.text
  t.match(text, 'Salt Harbour')
  t.notMatch(text, 'hymn')
})

t.test('a version is published once, also where another refresh was requested during its run', async (t) => {
  const context = await createTestContext(t)
  const { job, saveEmpty } = await claimRefresh(context)
  await enqueue(context, 'lore_refresh')
  t.match(await saveEmpty(), { changed: true })
  t.equal(await applyDecision(context.db, job, { done: { steps: 1 }, progress: '' }), 'pending')
  await advanceUntilIdle(context)
  t.equal((await listLoreVersions(context)).length, 1)
  t.equal((await readCheckedTrail(t, context)).length, 1)
})

t.test('a composition is not published over a change that it has not seen', async (t) => {
  const context = await createTestContext(t)
  const { saveEmpty } = await claimRefresh(context)
  await offerFirstQuestion(context)
  t.equal(await saveEmpty(), 'records_changed')
  t.same(await listLoreVersions(context), [])
})

/** A claimed refresh, and what saves an empty page as its composition. */
async function claimRefresh(context: TestContext) {
  await enqueue(context, 'lore_refresh')
  const job = (await context.app.resources.queue.claim({ leaseToken: uuidv7() })) as ClaimedJob
  const composition = { page: { text: '', citations: [] }, withOverview: null, auditHead: null }
  const save = (change: AuditTrail) => saveComposition(change, job.id, composition)
  return { job, saveEmpty: () => changeUnderLease(context.db, job, save) }
}
