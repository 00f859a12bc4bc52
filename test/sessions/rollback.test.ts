import { sql } from 'kysely'
import t from 'tap'
import { createTestContext, type TestContext } from '../support/test-context.ts'
import { addLegacyOffer, createInterviewClient, offerFirstQuestion } from './interview.ts'

/** Every row that a change of a sitting could touch. */
async function readAllRows({ db }: TestContext) {
  const [artists, sessions, entries, versions, events, jobs] = await Promise.all([
    db.selectFrom('artists').selectAll().orderBy('id').execute(),
    db.selectFrom('interview_sessions').selectAll().orderBy('id').execute(),
    db.selectFrom('interview_entries').selectAll().orderBy('id').execute(),
    db.selectFrom('response_versions').selectAll().orderBy('revision').execute(),
    db.selectFrom('audit_events').selectAll().orderBy('seq').execute(),
    db.selectFrom('artist_research_jobs').selectAll().execute(),
  ])
  return { artists, sessions, entries, versions, events, jobs }
}

const blockJobs = ({ db }: TestContext) =>
  sql`alter table artist_research_jobs add constraint refused check (false)`.execute(db)
const unblockJobs = ({ db }: TestContext) => sql`alter table artist_research_jobs drop constraint refused`.execute(db)

t.test('a finish whose Lore refresh cannot be queued changes nothing, and can be repeated', async (t) => {
  const context = await createTestContext(t)
  const { session, question, answer, offer, finish, reference } = await offerFirstQuestion(context)
  await answer(question, 'We were tired.')
  await offer(session, 2, reference)
  await blockJobs(context)
  const before = await readAllRows(context)
  t.match(await finish(session), { status: 500, body: { code: 'internal' } })
  t.strictSame(await readAllRows(context), before)
  await unblockJobs(context)
  t.match(await finish(session), { status: 200, body: { session: { state: 'finished' } } })
  t.equal((await readAllRows(context)).jobs.length, 1)
})

t.test('an answer to a legacy offer whose Lore refresh cannot be queued is not saved', async (t) => {
  const context = await createTestContext(t)
  const { restore, answer } = createInterviewClient(context)
  await addLegacyOffer(context, 'Who taught you the river songs?', '2025-06-20T16:30:00Z')
  const [open] = (await restore()).body.legacyOffers
  await blockJobs(context)
  const before = await readAllRows(context)
  t.match(await answer(open, 'My aunt did.'), { status: 500, body: { code: 'internal' } })
  t.strictSame(await readAllRows(context), before)
  await unblockJobs(context)
  t.equal((await answer(open, 'My aunt did.')).status, 200)
})
