import { sql } from 'kysely'
import t from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { memoryOf } from '#src/database/change/remembered.ts'
import { addCorrection } from '../memory/memory.ts'
import { answered, responsesOf } from '../responses/answers.ts'
import { until } from '../support/until.ts'
import { type Answer, counts, type Loose, newWorld } from '../support/world.ts'
import { bringIn } from '../system/simulation/record.ts'
import { another, rememberedOffer, remembering, sameAsRead } from './follow-up.ts'
import { begun } from './interview.ts'
import { checkedTrail } from './trail.ts'

t.test('what is remembered after each kind of change is what would be read', async (t) => {
  const world = await newWorld(t)
  const { session, about, offer, answer, finish, start } = await begun(world)
  const { revise } = responsesOf(world)
  const after = async (words: string, work: Promise<Answer>, rows: number): Promise<Loose> => {
    const { status, body } = await work
    t.equal(status, 200, words)
    t.equal(await sameAsRead(t, world), rows, `${words} leaves ${rows}`)
    return body.question ?? body.response ?? body.session
  }
  t.equal(await sameAsRead(t, world), 2, 'a start leaves the sitting, and what an offer in it is decided on')
  const one = await after('an offer', offer(session, 1, about), 3)
  const said = await after('an answer', answer(one, 'We kept it because of the laugh.'), 3)
  const again = await after(
    'a revise',
    revise(one.id, { expectedRevision: said.revision, answer: 'For the laugh.', note: 'shorter' }),
    1,
  )
  const two = await after('an offer of a sitting that was read', offer(session, 2, about), 3)
  await after('a skip', answer(two, null), 2)
  await after('an offer after it', offer(session, 3, about), 3)
  await after('a finish that skips', finish(session), 1)
  const body = { expectedRevision: again.revision, answer: 'It was the laugh.' }
  await after('a revise of a finished sitting', revise(one.id, body), 1)
  const next = (await start()).body.session
  t.equal(await sameAsRead(t, world), 3)
  await after('a finish of nothing', finish(next), 1)
  await checkedTrail(t, world)
})

t.test('what an offer is decided on follows from offer to answer to offer, with the memory as it stands', async (t) => {
  const world = await newWorld(t)
  const { artistId, db, call } = world
  const { session: first, about, offer, answer, finish, start } = await begun(world)
  const { revise } = responsesOf(world)
  const base = `/api/artist/${artistId}/interview`
  const drawBoundary = async ({ questionKey }: Loose, scope: string) => {
    const body = { requestId: uuidv7(), questionKey, scope, wording: `No word of it: ${scope}.` }
    t.equal((await call('owner', 'POST', `${base}/boundaries`, body)).status, 200)
  }
  const early = (await offer(first, 1, about)).body.question
  const said = (await answer(early, 'In the old mill.')).body.question
  await drawBoundary(early, 'sitting')
  await drawBoundary(early, 'until_retracted')
  await addCorrection(world)
  await finish(first)

  const { session } = (await start()).body
  const known = async () => {
    await sameAsRead(t, world)
    return rememberedOffer(world, session)
  }
  t.match(await known(), {
    latestAnswer: { entryId: early.id, revision: said.revision },
    corrections: [{}],
    boundaries: [{}],
  })
  const one = (await offer(session, 1, about)).body.question
  t.match(await known(), { sitting: { questions: [{ id: one.id }] }, latestAnswer: { entryId: early.id } })
  const { revision } = (await answer(one, 'Because of the laugh.')).body.question
  t.match(await known(), { latestAnswer: { entryId: one.id, revision } }, 'an answer is the newest')
  const two = (await offer(session, 2, about)).body.question
  await answer(two, null)
  t.match(await known(), { latestAnswer: { entryId: one.id, revision } }, 'a skip is none')
  const again = (await revise(early.id, { expectedRevision: said.revision, answer: 'In the new one.' })).body.response
  t.equal(await known(), undefined, 'a revise of another sitting moves the memory')
  const three = (await offer(session, 3, about)).body.question
  t.match(await known(), {
    sitting: { questions: [{ state: 'answered' }, { state: 'skipped' }, { id: three.id }] },
    latestAnswer: { entryId: early.id, revision: again.revision },
  })
  await drawBoundary(three, 'sitting')
  t.equal(await known(), undefined, 'so does a boundary')
  t.equal((await db.selectFrom('interview_entries').selectAll().execute()).length, 4)
  await checkedTrail(t, world)
})

t.test('the answer to an offer of earlier days moves the memory of the sitting that is open', async (t) => {
  const world = await newWorld(t)
  const { artistId, db } = world
  const { session, about, offer, prepared, answer, sendOffer } = await begun(world)
  const legacy = { id: uuidv7(), artist: artistId, question: 'Who taught you?', offeredAt: '2025-06-20T16:30:00.000Z' }
  await bringIn(db, [{ type: 'legacyOffer', ...legacy }])
  const { question } = (await offer(session, 1, about)).body
  t.ok(rememberedOffer(world, session))
  await answer(question, null)
  const before = await prepared(session, 2, [about])
  const { revision } = await db
    .selectFrom('interview_entries')
    .select('revision')
    .where('id', '=', legacy.id)
    .executeTakeFirstOrThrow()
  await answer({ ...legacy, revision }, 'My aunt.')
  await sameAsRead(t, world)
  t.equal(rememberedOffer(world, session), undefined)
  t.match(await sendOffer(session, before), { status: 409, body: { code: 'memory_changed' } })
  t.equal((await offer(session, 2, about)).status, 200)
  await checkedTrail(t, world)
})

t.test('a change that follows one of this process takes one round trip, the first one two', async (t) => {
  const world = await newWorld(t)
  const here = await another(t, world)
  const { session, about, sendOffer, prepared, answer, finish } = await begun(here)
  const { revise } = responsesOf(here)
  let question: Loose
  const latest = async (work: Promise<Answer>) => {
    const heard = await work
    question = heard.body.question ?? heard.body.response
    return heard
  }
  const body = () => ({ expectedRevision: question.revision, answer: `After ${question.revision}` })
  const offered = await prepared(session, 1, [about])
  t.strictSame(await here.tripsOf(latest(sendOffer(session, offered))), { status: 200, trips: 1 })
  t.strictSame(await here.tripsOf(latest(answer(question, 'The first.'))), { status: 200, trips: 1 })
  const second = await prepared(session, 2, [about])
  t.strictSame(await here.tripsOf(latest(sendOffer(session, second))), { status: 200, trips: 1 })
  t.strictSame(await here.tripsOf(answer(question, null)), { status: 200, trips: 1 })
  const third = await prepared(session, 3, [about])
  t.strictSame(await here.tripsOf(latest(sendOffer(session, third))), { status: 200, trips: 1 })
  t.strictSame(await here.tripsOf(latest(answer(question, 'The last.'))), { status: 200, trips: 1 })
  t.strictSame(await here.tripsOf(finish(session)), { status: 200, trips: 1 })
  t.strictSame(await here.tripsOf(latest(revise(question.id, body()))), { status: 200, trips: 1 })
  t.strictSame(await here.tripsOf(latest(revise(question.id, body()))), { status: 200, trips: 1 })
  t.strictSame(await here.tripsOf(revise(question.id, { ...body(), answer: question.answer })), {
    status: 200,
    trips: 1,
  })
  t.strictSame(
    await here.tripsOf(latest(revise(question.id, body()))),
    { status: 200, trips: 1 },
    'also after a repetition',
  )
  const admin = responsesOf(here, 'admin')
  await admin.read(question.id)
  t.strictSame(await here.tripsOf(admin.revise(question.id, body())), { status: 200, trips: 2 })
  await checkedTrail(t, world)
})

t.test('the instants of a trail do not run backwards, and are never ahead of the database’s clock', async (t) => {
  const world = await newWorld(t)
  const { question } = await answered(world)
  const { revise } = responsesOf(world)
  let { revision } = question
  for (let at = 0; at < 20; at += 1)
    revision = (await revise(question.id, { expectedRevision: revision, answer: `Wording ${at}.` })).body.response
      .revision
  const { rows } = await sql<{ turned: number; ahead: number }>`
    select count(*) filter (where at < before) as turned, count(*) filter (where at > clock_timestamp()) as ahead
    from (select at, lag(at) over (order by seq) as before from audit_events where artist_id = ${world.artistId}) as trail`.execute(
    world.db,
  )
  t.strictSame(rows, [{ turned: 0, ahead: 0 }])
})

t.test('one caller’s memory is nobody else’s', async (t) => {
  const { world, question } = await remembering(t)
  const body = { expectedRevision: question.revision, answer: 'Mine.' }
  const before = await counts(world.db)
  t.equal((await responsesOf(world, 'stranger').revise(question.id, body)).status, 403)
  t.equal((await responsesOf(world, 'other-owner').revise(question.id, body)).status, 403)
  t.equal((await responsesOf(world, null).revise(question.id, body)).status, 401)
  t.strictSame(await counts(world.db), before)
  const mine = [...(memoryOf(world.db)?.all() ?? [])].map(({ asked }) => asked.query.parameters.includes('owner'))
  t.strictSame([...new Set(mine)], [true], 'who asked is a part of what is remembered')
})

t.test('a refusal and a repetition wait for nobody who keeps', async (t) => {
  const { world, question, revise } = await remembering(t)
  const now = (await revise(question.id, { expectedRevision: question.revision, answer: 'One.' })).body.response
  // As a disk that takes its time: the commit is under way until somebody lets go of the lock.
  const held = Promise.withResolvers<void>()
  const holding = world.db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(1)`.execute(trx)
    await held.promise
  })
  await sql`create function slow() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock(1); return null; end $$`.execute(
    world.db,
  )
  await sql`create constraint trigger slow after insert on audit_events deferrable initially deferred for each row execute function slow()`.execute(
    world.db,
  )
  const slow = revise(question.id, { expectedRevision: now.revision, answer: 'Two.' })
  await until(async () => {
    const waiting = await sql`select from pg_stat_activity
      where wait_event_type = 'Lock' and wait_event = 'advisory' and datname = current_database()`.execute(world.db)
    return waiting.rows.length > 0
  })
  t.equal((await revise(question.id, { expectedRevision: question.revision, answer: 'Stale.' })).status, 409)
  t.match(await revise(question.id, { expectedRevision: now.revision, answer: 'One.' }), {
    status: 200,
    body: { response: { revision: now.revision } },
  })
  held.resolve()
  await holding
  t.equal((await slow).status, 200)
})

t.test('what is kept while the service closes is not remembered', async (t) => {
  const { world, question, revise } = await remembering(t)
  const memory = memoryOf(world.db)
  const late = revise(question.id, { expectedRevision: question.revision, answer: 'One.' })
  memory?.close()
  t.equal((await late).status, 200)
  t.strictSame([...(memory?.all() ?? [])], [])
})
