import { sql } from 'kysely'
import t from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { setClaim } from '#src/admin/claims.ts'
import { saveUser } from '#src/admin/users.ts'
import { responsesOf } from '../responses/answers.ts'
import { type Answer, counts, newWorld, type World } from '../support/world.ts'
import { bringIn, sourceRecord } from '../system/simulation/record.ts'
import { another, remembering } from './follow-up.ts'
import { asked, interviewOf } from './interview.ts'
import { checkedTrail } from './trail.ts'

t.test('somebody else was faster', async (t) => {
  await t.test('with a revise: the wording that was read is stale, and the new one can be revised', async (t) => {
    const { world, elsewhere, question, revise } = await remembering(t)
    const other = await responsesOf(elsewhere).revise(question.id, {
      expectedRevision: question.revision,
      answer: 'Another wording.',
    })
    const stale = await revise(question.id, { expectedRevision: question.revision, answer: 'Mine.' })
    t.match(stale, { status: 409, body: { code: 'revision_changed' } })
    t.match(
      await revise(question.id, { expectedRevision: other.body.response.revision, answer: 'Mine.' }),
      { status: 200 },
      'what is not remembered is no reason to refuse',
    )
    await checkedTrail(t, world)
  })

  await t.test('with the very same wording: it is saved already, once', async (t) => {
    const { world, elsewhere, question, revise } = await remembering(t)
    const body = { expectedRevision: question.revision, answer: 'The same.' }
    const first = await responsesOf(elsewhere).revise(question.id, body)
    const before = await counts(world.db)
    const second = await revise(question.id, body)
    t.strictSame([second.status, second.body], [200, first.body])
    t.strictSame(await counts(world.db), before)
  })

  await t.test('back to the wording that is remembered: that is a change', async (t) => {
    const { world, elsewhere, question, revise } = await remembering(t)
    const other = await responsesOf(elsewhere).revise(question.id, {
      expectedRevision: question.revision,
      answer: 'Another wording.',
    })
    const { revision } = other.body.response
    const back = await revise(question.id, { expectedRevision: revision, answer: question.answer })
    t.match(back, { status: 200, body: { isCurrent: true, response: { answer: question.answer } } })
    t.not(back.body.response.revision, question.revision)
    await checkedTrail(t, world)
  })

  await t.test('with a finish, or an answer', async (t) => {
    const world = await newWorld(t)
    const elsewhere = interviewOf(await another(t, world))
    const { session, about, offer, answer, finish, question } = await asked(world)
    await elsewhere.answer(question, 'Theirs.')
    t.match(await answer(question, 'Mine.'), { status: 409, body: { code: 'revision_changed' } })
    t.match(await answer(question, 'Theirs.'), { status: 200, body: { question: { state: 'answered' } } })
    const next = (await offer(session, 2, about)).body.question
    const finished = await elsewhere.finish(session)
    t.match(await answer(next, 'Too late.'), { status: 409 })
    t.strictSame((await finish(session)).body, finished.body)
    await checkedTrail(t, world)
  })

  await t.test('with an import, or a source: nothing is lost', async (t) => {
    const { world, artistId, db, session, question, finish, revise } = await remembering(t)
    await bringIn(db, [sourceRecord(artistId, uuidv7(), 'Another text about the organ.', true)])
    const body = { expectedRevision: question.revision, answer: 'After a source.' }
    t.equal((await revise(question.id, body)).status, 200)
    const offer = { id: uuidv7(), artist: artistId, question: 'Who taught you?', offeredAt: '2025-06-20T16:30:00.000Z' }
    await bringIn(db, [{ type: 'legacyOffer', ...offer }])
    t.match((await finish(session)).body.legacyOffers, [{ id: offer.id, state: 'offered' }])
    await checkedTrail(t, world)
  })
})

t.test('whoever may no longer is told so, and nothing is written', async (t) => {
  const cases: Record<string, (world: World, subject: string) => Promise<unknown>> = {
    'the claim was revoked': ({ db, artistId }) => setClaim(db, { artistId, subject: 'owner', state: 'revoked' }),
    'the claim was taken away behind everybody’s back': ({ db }) =>
      db.updateTable('claims').set({ state: 'revoked' }).execute(),
    'he is no administrator any more': ({ db }) => saveUser(db, { subject: 'admin', admin: false }),
  }
  for (const [words, befalls] of Object.entries(cases)) {
    await t.test(words, async (t) => {
      const { world, question } = await remembering(t)
      const subject = words.includes('administrator') ? 'admin' : 'owner'
      const { revise } = responsesOf(world, subject)
      const { revision } = (await revise(question.id, { expectedRevision: question.revision, answer: 'Mine.' })).body
        .response
      await befalls(world, subject)
      const before = await counts(world.db)
      const refused = { status: 403, body: { code: 'not_your_artist' } }
      const body = { expectedRevision: revision, answer: 'Mine again.' }
      t.match(await revise(question.id, body), refused)
      t.match(await revise(question.id, { ...body, answer: 'Mine.' }), refused, 'also what is saved already')
      t.match(await revise(question.id, { ...body, expectedRevision: question.revision }), refused, 'also a stale one')
      t.strictSame(await counts(world.db), before)
    })
  }
})

t.test('a row that was changed behind everybody’s back makes no change of it on what is remembered', async (t) => {
  const { db, question, revise } = await remembering(t)
  await db
    .updateTable('interview_entries')
    .set({ revision: 'f'.repeat(64) })
    .execute()
  const body = { expectedRevision: question.revision, answer: 'Mine.' }
  t.match(await revise(question.id, body), { status: 409, body: { code: 'revision_changed' } })
})

t.test('whoever finds the artist held by another process waits for it', async (t) => {
  const { world, artistId, question, revise } = await remembering(t)
  const { late } = await world.db.transaction().execute(async (trx) => {
    await trx.selectFrom('artists').select('id').where('id', '=', artistId).forUpdate().execute()
    const late = revise(question.id, { expectedRevision: question.revision, answer: 'Mine.' })
    await sql`select pg_sleep(0.2)`.execute(trx)
    return { late }
  })
  t.equal((await late).status, 200)
  await checkedTrail(t, world)
})

t.test('two services that change one artist in turns lose nothing', async (t) => {
  const { world, elsewhere, question } = await remembering(t)
  const services = [responsesOf(world), responsesOf(elsewhere)]
  let { revision } = question
  const saved: string[] = []
  for (const at of [0, 0, 1, 1, 0, 1, 0, 0, 1]) {
    const answer = `Wording ${saved.length} of ${at}.`
    const { status, body }: Answer = await (services[at] as (typeof services)[number]).revise(question.id, {
      expectedRevision: revision,
      answer,
    })
    t.equal(status, 200)
    revision = body.response.revision
    saved.push(answer)
  }
  const versions = await world.db.selectFrom('response_versions').select('answer').orderBy('number').execute()
  t.strictSame(
    versions.map(({ answer }) => answer),
    [question.answer, ...saved],
  )
  await checkedTrail(t, world)
})

t.test('many at once at two services: each that succeeds is one link of one chain', async (t) => {
  const { world, elsewhere, question } = await remembering(t)
  const writers = [world, elsewhere].flatMap((at) => Array.from({ length: 8 }, () => responsesOf(at)))
  let saved = 0
  await Promise.all(
    writers.map(async ({ revise, read }, writer) => {
      for (let at = 0; at < 10; at += 1) {
        const { revision } = (await read(question.id)).body.response
        const { status } = await revise(question.id, { expectedRevision: revision, answer: `${writer}/${at}` })
        if (status === 200) saved += 1
        else t.equal(status, 409)
      }
    }),
  )
  t.equal((await counts(world.db)).response_versions, saved + 1)
  await checkedTrail(t, world)
})
