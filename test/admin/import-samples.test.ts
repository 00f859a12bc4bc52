import t from 'tap'
import { importRecords } from '#src/admin/import/import.ts'
import { verifyRecords } from '#src/admin/verify/verify.ts'
import { freshDatabase } from '../support/database.ts'
import { countRows, samples } from './files.ts'

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
