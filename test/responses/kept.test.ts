import t from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { markRevised } from '#plugins/responses/queries.ts'
import { nextEvent, rowOf } from '#src/audit/events.ts'
import { ask } from '#src/database/ask.ts'
import { answeredStep } from '#src/interview/chain.ts'
import { saveUser } from '#src/records/users.ts'
import { counts, newWorld } from '../helpers/world.ts'
import { addImportedAnswer } from '../sessions/interview.ts'

t.test('what keeps a change asks by itself whether all that it was decided on still stands', async (t) => {
  const world = await newWorld(t)
  const { db, artistId } = world
  await saveUser(db, { subject: 'nobody to this artist', admin: null })
  const { id } = await addImportedAnswer(world)
  const entry = await db.selectFrom('interview_entries').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const head = await db.selectFrom('artists').select(['audit_seq', 'audit_head']).executeTakeFirstOrThrow()
  const step = answeredStep(entry, 'Another wording.')
  const kept = (actor: string, seq: number, previous = entry.revision) => {
    const told = {
      artistId,
      action: 'answer.revised',
      subject: `entry:${id}`,
      revision: step.revision,
      actor,
      details: {},
    }
    const event = nextEvent({ ...head, audit_seq: seq, now: new Date() }, told)
    const wording = { answer: 'Another wording.', number: 2, note: null }
    const given = { answerId: id, step: { ...step, previous }, wording, event: rowOf(event), jobId: uuidv7() }
    return ask(db, markRevised(given))
  }
  const before = await counts(db)

  await t.test('a head that has moved: no row, and nothing is written', async (t) => {
    t.strictSame(await kept('owner', (head.audit_seq ?? 0) + 1), [])
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
      await t.rejects(kept('owner', head.audit_seq ?? 0, 'f'.repeat(64)), { code: '22012' })
      t.strictSame(await counts(db), before)
    },
  )
  await t.test('where all of it stands it is kept', async (t) => {
    t.match(await kept('owner', head.audit_seq ?? 0), [{ revision: step.revision }])
  })
})
