import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import t from 'tap'
import { setClaim } from '#src/admin/claims.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { type Ways, waysOf } from '#src/database/ways.ts'
import type { HashedReference } from '#src/text/revisions.ts'
import { responsesOf } from '../responses/answers.ts'
import { until } from '../support/until.ts'
import { cite, counts } from '../support/world.ts'
import { bringIn, sourceRecord } from '../system/simulation/record.ts'
import { interviewOf, passage } from './interview.ts'
import { onBothRoads } from './roads.ts'
import { checkedTrail } from './trail.ts'

t.test('evidence that was changed between start and offer, by a process that this one knows nothing of', async (t) => {
  const { same, world, db, artistId, addSource } = await onBothRoads(t)
  const fresh = async () => [cite(await addSource(passage), 'we kept the first take')]
  const set =
    (values: { curation?: 'rejected'; is_private?: boolean; removed_at?: string }) =>
    async ([cited]: HashedReference[]) => {
      const { sourceId } = cited as HashedReference & { kind: 'original' }
      await db.updateTable('sources').set(values).where('source_id', '=', sourceId).execute()
    }
  await same('removed', 'not_found', ['refused', 'vain'], fresh, {
    befalls: set({ removed_at: '2026-01-01T00:00:00Z' }),
  })
  await same('made private', 'not_found', ['refused', 'vain'], fresh, { befalls: set({ is_private: true }) })
  await same('turned down', 'not_found', ['refused', 'vain'], fresh, { befalls: set({ curation: 'rejected' }) })

  // By an event, as everything that the service itself does: the head has moved, whatever the evidence says.
  const imported = (text: string, approved: boolean) => async (cited: HashedReference[]) => {
    const { sourceId } = cited[0] as HashedReference & { kind: 'original' }
    await bringIn(db, [sourceRecord(artistId, sourceId.replace('vault:', ''), text, approved)])
  }
  await same('turned down by an import', 'not_found', ['refused', 'vain'], fresh, {
    befalls: imported(passage, false),
  })
  await same('brought in anew: the revision that was read still stands', 200, ['read', 'overtaken'], fresh, {
    befalls: imported(`Anew. ${passage}`, true),
  })
  await checkedTrail(t, world)
})

t.test('a claim that was revoked in between', async (t) => {
  const { same, db, artistId, about, world } = await onBothRoads(t)
  const claim = (state: 'approved' | 'revoked') => () => setClaim(db, { artistId, subject: 'owner', state })
  await same('revoked', 'not_your_artist', ['refused', 'vain'], async () => [about], {
    befalls: claim('revoked'),
    mends: claim('approved'),
  })
  await checkedTrail(t, world)
})

t.test('two services that hold one sitting: each offer is decided on what stands', async (t) => {
  const { services, about, world } = await onBothRoads(t)
  const [here, there] = [interviewOf(services.remembered), interviewOf(services.read)]
  const { session } = (await here.start()).body
  const early = await here.prepared(session, 1, [about])
  const theirs = (await there.offer(session, 1, about)).body.question
  const late = await here.sendOffer(session, early)
  t.match(late, { status: 200, body: { question: { id: theirs.id } } }, 'an ordinal that is saved is answered as it is')
  t.match(await here.offer(session, 2, about), { status: 409, body: { code: 'state_changed' } })
  const { question } = (await there.answer(theirs, 'The first of theirs.')).body
  const stale = await here.sendOffer(session, { ...early, ordinal: 2 })
  t.match(stale, { status: 409, body: { code: 'memory_changed' } })
  const second = (await here.offer(session, 2, about)).body.question
  await here.answer(second, null)
  await responsesOf(services.read).revise(question.id, {
    ...{ expectedRevision: question.revision, answer: 'The second of theirs.' },
  })
  const outdated = { ...early, ordinal: 3 }
  t.match(await here.sendOffer(session, outdated), { status: 409, body: { code: 'memory_changed' } })
  await there.finish(session)
  t.match(await here.offer(session, 3, about), { status: 409, body: { code: 'state_changed' } })
  t.equal((await counts(world.db)).interview_entries, 2)
  await checkedTrail(t, world)
})

t.test('many offers of one ordinal at two services that both remember: one is saved, and told to all', async (t) => {
  const { services, about, world } = await onBothRoads(t)
  const [here, there] = [interviewOf(services.remembered), interviewOf(services.read)]
  const { session } = (await here.start()).body
  // The other one comes to know the sitting by an offer of its own.
  await there.answer((await there.offer(session, 1, about)).body.question, null)
  for (const ordinal of [2, 3]) {
    const body = await here.prepared(session, ordinal, [about])
    const all = await Promise.all(
      Array.from({ length: 24 }, (_, at) => (at % 2 ? here : there).sendOffer(session, body)),
    )
    t.strictSame([...new Set(all.map(({ status }) => status))], [200])
    t.equal(new Set(all.map(({ body }) => body.question.id)).size, 1)
    await here.answer(all[0]?.body.question, null)
  }
  t.equal((await counts(world.db)).interview_entries, 3)
  await checkedTrail(t, world)
})

t.test('what is to be refused is refused at once, whoever else is at the artist', async (t) => {
  const { services, about, world, db, artistId } = await onBothRoads(t)
  const { remembered } = services
  const [owner, admin] = [interviewOf(remembered), interviewOf(remembered, 'admin')]
  await admin.restore()
  const wrong: HashedReference = { ...about, quote: about.quote.toUpperCase() }
  const missing: HashedReference = { ...about, sourceId: `vault:${artistId}` }
  const refused: [string, { references?: HashedReference[] }, object][] = [
    ['a quote that does not stand', { references: [wrong] }, { status: 409, body: { code: 'evidence_changed' } }],
    ['a source that is not there', { references: [missing] }, { status: 404, body: { code: 'not_found' } }],
    ['a claim that was revoked', {}, { status: 403, body: { code: 'not_your_artist' } }],
  ]
  for (const [words, given, expected] of refused) {
    const { session } = (await owner.start()).body
    const good = await owner.prepared(session, 1, [about])
    if (given.references === undefined) await setClaim(db, { artistId, subject: 'owner', state: 'revoked' })
    const { release } = await holdEntries(db)
    let isKept = false
    const kept = admin.sendOffer(session, good).finally(() => {
      isKept = true
    })
    await until(async () => waitingForLocks(db))
    t.match(await owner.sendOffer(session, { ...good, ...given }), expected, words)
    t.equal(isKept, false, 'while the other one still waits')
    await release()
    t.equal((await kept).status, 200)
    await setClaim(db, { artistId, subject: 'owner', state: 'approved' })
    await admin.finish(session)
  }
  await checkedTrail(t, world)
})

/** Lets nobody write a question until it is released. */
async function holdEntries(db: Kysely<DB>) {
  const [held, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = db.transaction().execute(async (trx) => {
    await sql`lock table interview_entries in exclusive mode`.execute(trx)
    held.resolve()
    await over.promise
  })
  await held.promise
  return {
    release: async () => {
      over.resolve()
      await holding
    },
  }
}

const waitingForLocks = async (db: Kysely<DB>) =>
  (await sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(db))
    .rows.length > 0

t.test('evidence that went after the ordinal was saved is no reason to refuse what is saved', async (t) => {
  const { services, about, world } = await onBothRoads(t)
  const [here, there] = [interviewOf(services.remembered), interviewOf(services.read)]
  const { session } = (await there.start()).body
  const body = await here.prepared(session, 1, [about])
  const evidence = heldBack(services.remembered, 'left join lateral')
  const late = here.sendOffer(session, body)
  await evidence.reached
  const theirs = (await there.sendOffer(session, body)).body.question
  await bringIn(world.db, [sourceRecord(world.artistId, about.sourceId.replace('vault:', ''), passage, false)])
  evidence.release()
  t.match(await late, { status: 200, body: { question: { id: theirs.id } } })
})

/** Holds back the first statement with these words, sent by a service whose other statements go on. */
function heldBack({ db }: { db: Kysely<DB> }, words: string) {
  const { pool } = waysOf(db) as Ways
  const connect: () => Promise<pg.PoolClient> = pool.connect
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = async () => {
    const client = await connect.call(pool)
    const query: (this: pg.PoolClient, sent: object) => unknown = client.query
    const holdingBack = (sent: { text: string }) => {
      if (!sent.text.includes(words)) return query.call(client, sent)
      Object.assign(client, { query })
      Object.assign(pool, { connect })
      reached.resolve()
      void released.promise.then(() => query.call(client, sent))
    }
    Object.assign(client, { query: holdingBack })
    return client
  }
  Object.assign(pool, { connect: holding })
  return { reached: reached.promise, release: released.resolve }
}
