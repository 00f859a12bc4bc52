import { sql } from 'kysely'
import t, { type Test } from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { buildApp } from '#src/app.ts'
import { ask, only } from '#src/database/ask.ts'
import { connect } from '#src/database/connect.ts'
import { memoryOf } from '#src/database/remembered.ts'
import { readinessOf } from '#src/readiness.ts'
import { setClaim } from '#src/records/claims.ts'
import { saveUser } from '#src/records/users.ts'
import { watchTrips } from '../../scripts/cost-ledger/trips.ts'
import { bringIn, sourceRecord } from '../../scripts/proof/interleavings/record.ts'
import { assertConforms } from '../helpers/conforms.ts'
import { until } from '../helpers/until.ts'
import { type Answer, counts, type Loose, newWorld, type World } from '../helpers/world.ts'
import { answered, responsesOf } from '../responses/answers.ts'
import { asked, begun, interviewOf } from './interview.ts'
import { checkedTrail } from './trail.ts'

/** The same service in a process of its own, as far as it knows: with connections and a memory that nobody shares. */
async function another(t: Test, world: World) {
  const { pool: size, timeouts } = world.config
  const { db, pool, close } = connect({ url: world.url, pool: size, timeouts, applicationName: 'another process' })
  t.teardown(close)
  const trips = watchTrips(pool)
  const app = await buildApp(world.config, { db, newId: () => uuidv7(), providers: {} }, readinessOf(db), pool)
  t.teardown(() => app.close())
  const call: World['call'] = async (subject, method, url, body, headers = {}) => {
    const response = await app.inject({
      ...{ method, url },
      headers: {
        ...(subject !== null && { authorization: `Bearer ${await world.token(subject)}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    })
    const answer = { status: response.statusCode, headers: response.headers, body: JSON.parse(response.payload) }
    assertConforms(method, url, answer as Answer)
    return answer as Answer
  }
  /** How many round trips a call took. */
  const tripsOf = async (work: Promise<Answer>) => {
    const before = trips.roundTrips
    const { status } = await work
    return { status, trips: trips.roundTrips - before }
  }
  return { ...world, app, db, call, tripsOf }
}

const instant = /^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+]00:00)$/

/** With every instant in one form, whether it came as a column or inside of JSON. */
const plain = (row: object): Loose =>
  JSON.parse(JSON.stringify(row), (_, value) =>
    typeof value === 'string' && instant.test(value) ? new Date(value).toISOString() : value,
  )

/** What is remembered is what the statement answers now; returns how many rows were compared. */
async function sameAsRead(t: Test, { db }: Pick<World, 'db'>): Promise<number> {
  const remembered = [...(memoryOf(db)?.all() ?? [])]
  for (const { asked, row } of remembered) {
    const { now, ...known } = plain(row)
    const { now: read, ...stands } = plain(only(await ask(db, asked)) as object)
    t.strictSame(known, stands)
    const lateMs = Date.parse(read) - Date.parse(now)
    t.ok(lateMs >= 0 && lateMs < 2_000, `its clock is ${lateMs} ms late`)
  }
  return remembered.length
}

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
  t.equal(await sameAsRead(t, world), 1, 'a start leaves the sitting')
  const one = await after('an offer', offer(session, 1, about), 2)
  const said = await after('an answer', answer(one, 'We kept it because of the laugh.'), 2)
  const again = await after(
    'a revise',
    revise(one.id, { expectedRevision: said.revision, answer: 'For the laugh.', note: 'shorter' }),
    1,
  )
  const two = await after('an offer of a sitting that was read', offer(session, 2, about), 2)
  await after('a skip', answer(two, null), 1)
  await after('an offer after it', offer(session, 3, about), 2)
  await after('a finish that skips', finish(session), 1)
  const body = { expectedRevision: again.revision, answer: 'It was the laugh.' }
  await after('a revise of a finished sitting', revise(one.id, body), 1)
  const next = (await start()).body.session
  t.equal(await sameAsRead(t, world), 2)
  await after('a finish of nothing', finish(next), 1)
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
  t.strictSame(await here.tripsOf(latest(sendOffer(session, offered))), { status: 200, trips: 2 })
  t.strictSame(await here.tripsOf(latest(answer(question, 'The first.'))), { status: 200, trips: 1 })
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

/** A world whose service remembers an answer in an active sitting, and another service that it knows nothing of. */
async function remembering(t: Test) {
  const world = await newWorld(t)
  const sitting = await answered(world)
  t.ok(await sameAsRead(t, world))
  return { ...world, ...sitting, world, elsewhere: await another(t, world), ...responsesOf(world) }
}

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
    const waiting = await sql`select from pg_locks where locktype = 'advisory' and not granted`.execute(world.db)
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
