import { existsSync, readFileSync } from 'node:fs'
import t from 'tap'
import { importRecords } from '#src/admin/import/import.ts'
import { verifyRecords } from '#src/admin/verify/verify.ts'
import { sampleIdentities } from '#src/config/sample-identities.ts'
import { fromUtf16 } from '#src/text/utf16.ts'
import { freshDatabase } from '../support/database.ts'
import { countRows, pianoMastery, samples } from './files.ts'

t.test('the samples are the artist of the contract and of a developer’s machine', async (t) => {
  const { db } = (await freshDatabase(t)).database
  const summary = await importRecords(db, samples)
  t.match(summary, { added: summary.lines, changed: 0, unchanged: 0 })
  const found = await db
    .selectFrom('artists')
    .select(['name'])
    .where('id', '=', sampleIdentities.artistId)
    .executeTakeFirst()
  t.same(found, { name: sampleIdentities.artistName })
  const users = await db.selectFrom('users').select(['subject', 'is_admin']).orderBy('subject').execute()
  t.same(users, [
    { subject: sampleIdentities.claimant, is_admin: false },
    { subject: 'nell', is_admin: false },
  ])
})

t.test('the samples fill more than one page of the source list, in every kind', async (t) => {
  const { db } = (await freshDatabase(t)).database
  await importRecords(db, samples)
  const rows = await db
    .selectFrom('sources')
    .select((eb) => ['kind', eb.fn.countAll<number>().as('count')])
    .where('curation', '=', 'approved')
    .where('is_private', '=', false)
    .groupBy('kind')
    .orderBy('kind')
    .execute()
  t.same(rows, [
    { kind: 'reel_transcript', count: 3 },
    { kind: 'social_caption', count: 10 },
    { kind: 'vault', count: 8 },
  ])
})

t.test(
  'the samples leave no legacy offer open, so that the first call of a newcomer can start a sitting',
  async (t) => {
    const { db } = (await freshDatabase(t)).database
    await importRecords(db, samples)
    t.same(await db.selectFrom('interview_entries').select('id').where('state', '=', 'offered').execute(), [])
  },
)

t.test('imported a second time, the samples change nothing', async (t) => {
  const { db } = (await freshDatabase(t)).database
  await importRecords(db, samples)
  const before = await countRows(db)
  const { lines, added, changed, unchanged } = await importRecords(db, samples)
  t.same({ added, changed, unchanged }, { added: 0, changed: 0, unchanged: lines })
  t.same(await countRows(db), before)
  t.equal((await verifyRecords(db)).finding, undefined)
})

const skip = existsSync(pianoMastery) ? false : 'the texts of piano-mastery do not lie beside this repository'
t.test('eighteen real texts are stored exactly', { skip }, async (t) => {
  const { db } = (await freshDatabase(t)).database
  t.match(await importRecords(db, pianoMastery, { allowAdmin: true }), {
    records: { source: { added: 18 }, artist: { added: 18 } },
  })
  const lines = readFileSync(pianoMastery, 'utf8').split('\n').filter(Boolean)
  for (const line of lines.map((text) => JSON.parse(text)).filter(({ type }) => type === 'source')) {
    const stored = await db
      .selectFrom('source_revisions')
      .select('text_utf16')
      .where('artist_id', '=', line.artist)
      .where('source_id', '=', `vault:${line.id}`)
      .executeTakeFirstOrThrow()
    const file = readFileSync(new URL(line.textFile, `file://${pianoMastery}`))
    t.ok(Buffer.from(fromUtf16(stored.text_utf16)).equals(file), line.textFile)
  }
  t.match(await importRecords(db, pianoMastery, { allowAdmin: true }), { added: 0, changed: 0 })
  t.match(await verifyRecords(db), { artists: 18, finding: undefined })
})
