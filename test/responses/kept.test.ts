import { sql } from 'kysely'
import t from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { markRevised } from '#plugins/responses/queries.ts'
import { saveUser } from '#src/admin/users.ts'
import { ask } from '#src/database/ask.ts'
import { nextEvent, toEventRow } from '#src/records/audit/events.ts'
import { createAnsweredRevision } from '#src/records/interview/entry-revision.ts'
import { addImportedAnswer } from '../sessions/interview.ts'
import { until } from '../support/until.ts'
import { counts, newWorld } from '../support/world.ts'

t.test('what keeps a change asks by itself whether all that it was decided on still stands', async (t) => {
  const world = await newWorld(t)
  const { db, artistId } = world
  await saveUser(db, { subject: 'nobody to this artist', admin: null })
  const { id } = await addImportedAnswer(world)
  const entry = await db.selectFrom('interview_entries').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const head = await db.selectFrom('artists').select(['audit_seq', 'audit_head']).executeTakeFirstOrThrow()
  const step = createAnsweredRevision(entry, 'Another wording.')
  const kept = (
    actor: string,
    seq: number,
    { previous = entry.revision, audit_head = head.audit_head, lateMs = 0 } = {},
  ) => {
    const told = {
      artistId,
      action: 'answer.revised',
      subject: `entry:${id}`,
      revision: step.revision,
      actor,
      details: {},
    }
    const event = nextEvent({ audit_head, audit_seq: seq, now: new Date(Date.now() - lateMs) }, told)
    const wording = { answer: 'Another wording.', number: 2, note: null }
    const given = { answerId: id, step: { ...step, previous }, wording, event: toEventRow(event), jobId: uuidv7() }
    return ask(db, markRevised(given))
  }
  const before = await counts(db)

  await t.test('a head that has moved: no row, and nothing is written', async (t) => {
    t.strictSame(await kept('owner', (head.audit_seq ?? 0) + 1), [])
    t.strictSame(await counts(db), before)
  })
  await t.test('another event under the same number, as after a server was put back: the same', async (t) => {
    t.strictSame(await kept('owner', head.audit_seq ?? 0, { audit_head: 'f'.repeat(64) }), [])
    t.strictSame(await counts(db), before)
  })
  await t.test('an artist whom somebody else holds: the same, and at once', async (t) => {
    await db.transaction().execute(async (trx) => {
      await trx.selectFrom('artists').select('id').where('id', '=', artistId).forUpdate().execute()
      t.strictSame(await kept('owner', head.audit_seq ?? 0), [])
    })
    t.strictSame(await counts(db), before)
  })
  await t.test('an instant that is ahead of the database’s clock, or long past by it: the same', async (t) => {
    for (const lateMs of [-5_000, 10_500]) t.strictSame(await kept('owner', head.audit_seq ?? 0, { lateMs }), [])
    t.strictSame(await counts(db), before)
  })
  await t.test('an actor who may not any more: the same', async (t) => {
    t.strictSame(await kept('nobody to this artist', head.audit_seq ?? 0), [])
    t.strictSame(await kept('whom nobody knows', head.audit_seq ?? 0), [])
    t.strictSame(await counts(db), before)
  })
  await t.test(
    'an answer that is another one under the same head, which cannot be: a failure, and nothing is written',
    async (t) => {
      await t.rejects(kept('owner', head.audit_seq ?? 0, { previous: 'f'.repeat(64) }), { code: '22012' })
      t.strictSame(await counts(db), before)
    },
  )
  await t.test('where all of it stands it is kept', async (t) => {
    t.equal((await kept('owner', head.audit_seq ?? 0)).length, 1)
  })
})

t.test(
  'an administrator who is one no more when the artist’s row comes free may not, however long he has waited',
  async (t) => {
    const { db, artistId, call } = await newWorld(t)
    const waits = async () => {
      const { rows } =
        await sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(
          db,
        )
      return rows.length > 0
    }
    const start = await db.transaction().execute(async (trx) => {
      await trx.selectFrom('artists').select('id').where('id', '=', artistId).forUpdate().execute()
      const start = call('admin', 'POST', `/api/artist/${artistId}/interview/session`, { requestId: uuidv7() })
      await until(waits)
      await db.updateTable('users').set({ is_admin: false }).where('subject', '=', 'admin').execute()
      return { answer: start }
    })
    t.match(await start.answer, { status: 403, body: { code: 'not_your_artist' } })
    t.equal((await counts(db)).audit_events, 0)
  },
)
