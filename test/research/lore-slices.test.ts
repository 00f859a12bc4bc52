import t from 'tap'
import { v7 as uuidv7 } from 'uuid'
import type { ClaimedJob } from '#src/queue/claim.ts'
import { loreCharsMax, pageChars, pagesPerSlice } from '#src/research/lore/limits.ts'
import { publishLore } from '#src/research/lore/publish.ts'
import { offerFirstQuestion } from '../sessions/interview.ts'
import { readCheckedTrail } from '../sessions/trail.ts'
import { createTestContext, type TestContext } from '../support/test-context.ts'
import { checkLore, listLoreVersions } from './lore-versions.ts'
import { advanceUntilIdle, enqueue } from './slices.ts'

const sentence = (n: number) => `In ${1900 + n} Mara Quill played the ${n}th of her concerts in the harbour of Bergen. `
const longText = (chars: number) =>
  Array.from({ length: Math.ceil(chars / 60) }, (_, n) => sentence(n))
    .join('')
    .slice(0, chars)

const readJob = (context: TestContext) =>
  context.db.selectFrom('artist_research_jobs').selectAll().executeTakeFirstOrThrow()
const advance = async (context: TestContext) => (await context.call(null, 'POST', '/api/research/advance')).body

t.test('evidence is read page by page over several slices, each with its true progress', async (t) => {
  const context = await createTestContext(t)
  for (const pages of [1, 3, 5]) await context.addSource(longText(pages * pageChars))
  await enqueue(context, 'lore_refresh')
  const cursors: number[] = []
  for (let slice = await advance(context); !slice.done; slice = await advance(context)) {
    const { cursor, total } = await readJob(context)
    t.equal(total, 10, 'nine pages and the composition')
    t.equal(slice.progress, `Read ${cursor} of 9 pages of evidence`)
    cursors.push(cursor)
  }
  t.same(cursors, [pagesPerSlice, 2 * pagesPerSlice, 9])
  t.match(await readJob(context), { state: 'done', cursor: 10, total: 10, checkpoint: {} })
  const [version] = await listLoreVersions(context)
  t.ok((version?.text.length ?? 0) > 500 && (version?.text.length ?? 0) <= loreCharsMax)
  await checkLore(t, context)
})

t.test('the artist goes by the last name that a page says, also where Lore quotes nothing beside it', async (t) => {
  const context = await createTestContext(t)
  await context.addSource(
    'I was received by Miss Mara Quill in the tea room.\n\n' +
      '“I built my first organ out of a drawer in Bergen,” says Mara Quill.',
  )
  const { answer, question, finish, session } = await offerFirstQuestion(context)
  await answer(question, 'The sea.')
  await finish(session)
  await advanceUntilIdle(context)
  const [version] = await listLoreVersions(context)
  t.match(version?.text, /^Mara Quill says in “A source”: “I built my first organ[\s\S]*, Quill answers: “The sea\.”$/)
  await checkLore(t, context)
})

t.test('a source that changes while it is read is read again, and only its current text is cited', async (t) => {
  const context = await createTestContext(t)
  const { sourceId } = await context.addSource(longText(5 * pageChars))
  await enqueue(context, 'lore_refresh')
  await advance(context)
  const changed = await context.addSource('Mara Quill recorded Salt Harbour in a boathouse in Bergen.', { sourceId })
  const phrases = (await advanceUntilIdle(context)).map(({ progress }) => progress)
  t.ok(phrases.includes('The evidence has changed; reading it again'))
  const [version] = await listLoreVersions(context)
  t.ok(version?.text.endsWith(`: “${changed.text}”`))
  t.match(version?.citations, [{ id: sourceId, revision: changed.revision }])
})

t.test('a source that is withdrawn while it is read is not cited', async (t) => {
  const context = await createTestContext(t)
  await context.addSource('Mara Quill recorded Salt Harbour in a boathouse in Bergen.')
  const { sourceId } = await context.addSource('Mara Quill recorded a hymn in the old mill of Voss.')
  await enqueue(context, 'lore_refresh')
  await advance(context)
  await context.db.updateTable('sources').set({ is_private: true }).where('source_id', '=', sourceId).execute()
  await advanceUntilIdle(context)
  t.match(
    (await listLoreVersions(context)).at(-1)?.text,
    /: “Mara Quill recorded Salt Harbour in a boathouse in Bergen\.”$/,
  )
})

t.test('ten pages advance one refresh at once: one version, one event, one done', async (t) => {
  const context = await createTestContext(t)
  await context.addSource(longText(2 * pageChars))
  await enqueue(context, 'lore_refresh')
  const slices = (await Promise.all(Array.from({ length: 10 }, () => advanceUntilIdle(context)))).flat()
  // A page that finds the job running gets `ran: false`; the last slice may have been run by another caller.
  slices.push(...(await advanceUntilIdle(context)))
  t.equal(slices.filter(({ done }) => done).length, 1)
  t.equal((await listLoreVersions(context)).length, 1)
  t.equal((await readCheckedTrail(t, context)).length, 1)
})

t.test('a version is published once, also where another refresh was requested during its run', async (t) => {
  const context = await createTestContext(t)
  const { job, composed } = await claimedFor(context)
  await enqueue(context, 'lore_refresh')
  t.match(await publishLore(context.db, job, composed), { ending: 'continues', changed: true })
  t.equal((await listLoreVersions(context)).length, 1)
  t.equal((await readCheckedTrail(t, context)).length, 1)
  t.match(await readJob(context), { state: 'pending', cursor: 0, lease_token: null })
})

t.test('a composition is not published over a change that it has not seen', async (t) => {
  const context = await createTestContext(t)
  const { job, composed } = await claimedFor(context)
  await offerFirstQuestion(context)
  t.equal(await publishLore(context.db, job, composed), 'records_changed')
  t.same(await listLoreVersions(context), [])
  t.match(await readJob(context), { state: 'pending', lease_token: job.lease_token })
})

t.test('a worker that has lost its lease publishes nothing: no version, no event, no change of the job', async (t) => {
  const context = await createTestContext(t)
  const { job, composed } = await claimedFor(context)
  await context.db.updateTable('artist_research_jobs').set({ lease_token: uuidv7() }).execute()
  const before = await readJob(context)
  t.equal(await publishLore(context.db, job, composed), 'lease_lost')
  t.same(await listLoreVersions(context), [])
  t.same(await readCheckedTrail(t, context), [])
  t.same(await readJob(context), before)
})

t.test('of two workers with one composition each, the second has lost its lease', async (t) => {
  const context = await createTestContext(t)
  const { job, composed } = await claimedFor(context)
  const both = await Promise.all([publishLore(context.db, job, composed), publishLore(context.db, job, composed)])
  const endings = both.map((publication) => (typeof publication === 'string' ? publication : publication.ending))
  t.same(endings.sort(), ['done', 'lease_lost'])
  t.equal((await listLoreVersions(context)).length, 1)
})

/** A claimed refresh and a text that it might have composed. */
async function claimedFor(context: TestContext) {
  await enqueue(context, 'lore_refresh')
  const job = (await context.app.resources.queue.claim({ leaseToken: uuidv7() })) as ClaimedJob
  return { job, composed: { text: '', citations: [], composedBy: 'composer' as const, auditHead: null, steps: 1 } }
}
