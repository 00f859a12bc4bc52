import t from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { saveEntryRevision } from '#plugins/onboarding/interview.ts'
import { nextEvent } from '#src/records/audit/events.ts'
import { createSkippedRevision } from '#src/records/interview/entry-revision.ts'
import { buildArticle, newWeb } from '../discoveries/web.ts'
import { finishJobs } from '../research/slices.ts'
import { createTestContext } from '../support/test-context.ts'
import { createOnboardingClient } from './conversation.ts'

t.test('a recovery that is live does not keep the texts of approved pages from being fetched', async (t) => {
  const { context, base } = await newWeb(t, {
    '/first': buildArticle('sang to the ferry'),
    '/second': buildArticle('rowed'),
  })
  const { db, artistId, call } = context
  const addPage = async (path: string, curation: string) => {
    const id = uuidv7()
    const row = { artist_id: artistId, source_id: `vault:${id}`, kind: 'vault', curation, url: `${base}${path}` }
    await db.insertInto('sources').values(row).execute()
    return id
  }
  const [first, second] = [await addPage('/first', 'approved'), await addPage('/second', 'pending')]
  const { take, reach } = createOnboardingClient(context)
  await reach('vault')
  const knowledge = `/api/artist/${artistId}/knowledge/sources`
  await call('owner', 'POST', `${knowledge}/extract`, { sourceIds: [first] })
  const decisions = [{ sourceId: second, status: 'approved' as const }]
  await take({ type: 'vault_review', decisions, addedUrls: [] })
  const readiness = async () =>
    (await call('owner', 'GET', knowledge)).body.sources.map(
      ({ extraction }: { extraction: { readiness: string } }) => extraction.readiness,
    )
  t.same(await readiness(), ['queued', 'queued'])
  const again = await call('owner', 'POST', `${knowledge}/extract`, { sourceIds: [second] })
  t.match(again, { status: 409, body: { code: 'work_in_progress' } })
  await finishJobs(context, 'source_search')
  t.same(await readiness(), ['ready', 'ready'])
})

t.test('a revision of an onboarding question is not saved if the question has changed', async (t) => {
  const { db, artistId } = await createTestContext(t)
  const content = { artist_id: artistId, id: uuidv7(), question_key: 'onboarding-1', question: 'Where?', sitting: null }
  const read = { ...content, source: 'onboarding', citations: [], revision: '0'.repeat(64) }
  const entry = { ...read, state: 'offered', answer: null, previous: null, session_id: null, ordinal: null }
  await db
    .insertInto('interview_entries')
    .values({ ...entry, citations: '[]', revision: '1'.repeat(64), offered_at: new Date() })
    .execute()
  const next = createSkippedRevision(read)
  const change = { artistId, action: 'question.skipped', subject: `entry:${read.id}`, revision: next.revision } as const
  const event = nextEvent({ headSeq: null, headHash: null, now: new Date() }, { ...change, actor: null, details: {} })
  const stale = { ...entry, offered_at: new Date(), answer_updated_at: null, saved_seq: null }
  const saved = db.transaction().execute((trx) => saveEntryRevision(trx, stale, next, event))
  await t.rejects(saved, { code: '23502' })
})
