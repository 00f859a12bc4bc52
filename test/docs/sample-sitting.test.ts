import t, { type Test } from 'tap'
import { verifyRecords } from '#src/admin/verify/verify.ts'
import { sampleIdentities } from '#src/config/sample-identities.ts'
import { loadConfig } from '#src/config.ts'
import { replayExamples } from '#src/runtime/sample-data/replay-examples.ts'
import { seedSampleData } from '#src/runtime/sample-data/seed.ts'
import { countRows } from '../admin/files.ts'
import { freshDatabase } from '../support/database.ts'

/** The database of a developer's machine just started, with the given settings. */
async function startDevelopment(t: Test) {
  const { database } = await freshDatabase(t)
  const config = loadConfig({ DATA_FOLDER: t.testdir(), RATE_ANONYMOUS_PER_MINUTE: '1' })
  await seedSampleData(config, database)
  const { db } = database
  const states = async () =>
    (
      await db
        .selectFrom('interview_sessions')
        .select('state')
        .where('artist_id', '=', sampleIdentities.artistId)
        .execute()
    ).map(({ state }) => state)
  return { config, db, states, hold: () => replayExamples(config, db) }
}

t.test('the sample sitting is replayed once, and passes verify', async (t) => {
  const { db, hold, states } = await startDevelopment(t)
  await hold()
  t.same(await states(), ['finished'])
  const jobs = await db.selectFrom('artist_research_jobs').select(['kind', 'state']).orderBy('kind').execute()
  t.same(
    jobs.map(({ kind, state }) => `${kind} ${state}`),
    [...Array(4).fill('lore_refresh done'), 'source_search done'],
    'no job of it is left',
  )
  t.equal((await verifyRecords(db)).finding, undefined)
  const before = await countRows(db)
  await hold()
  t.same(await countRows(db), before)
})

t.test('an interrupted replay is resumed', async (t) => {
  const { db, hold, states } = await startDevelopment(t)
  const curate = (curation: 'approved' | 'rejected') =>
    db.updateTable('sources').set({ curation }).where('artist_id', '=', sampleIdentities.artistId).execute()
  await curate('rejected')
  await t.rejects(hold(), /offerInterviewQuestion of the samples answered 4\d\d/)
  t.same(await states(), ['active'])
  await curate('approved')
  await hold()
  t.same(await states(), ['finished'])
  t.equal((await db.selectFrom('interview_boundaries').select('id').execute()).length, 1)
})

t.test('with another sitting of the artist it is not replayed', async (t) => {
  const { db, hold } = await startDevelopment(t)
  const own = {
    id: crypto.randomUUID(),
    artist_id: sampleIdentities.artistId,
    sitting: 2,
    request_id: crypto.randomUUID(),
  }
  await db
    .insertInto('interview_sessions')
    .values({ ...own, state: 'active' })
    .execute()
  const before = await countRows(db)
  await hold()
  t.same(await countRows(db), before)
})
