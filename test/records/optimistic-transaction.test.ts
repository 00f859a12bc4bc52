import { sql } from 'kysely'
import type pg from 'pg'
import t, { type Test } from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { setClaim } from '#src/admin/claims.ts'
import { type ArtistScope, selectAuthorization } from '#src/auth/artist-authorization.ts'
import { connect } from '#src/database/connect.ts'
import type { Database } from '#src/database/database.ts'
import { prepareQuery } from '#src/database/prepared-query.ts'
import { transact } from '#src/database/transaction.ts'
import { lockAuditTrail } from '#src/records/audit/audit-trail.ts'
import { selectChainHead } from '#src/records/audit/events.ts'
import { type OptimisticTransaction, runOptimisticTransaction } from '#src/records/audit/optimistic-transaction.ts'
import { failIfChanged } from '#src/records/interview/entry-queries.ts'
import { watchTrips } from '../../scripts/cost-ledger/trips.ts'
import { readCheckedTrail } from '../sessions/trail.ts'
import { isLockAwaited } from '../support/citus.ts'
import { countRows, createTestContext, type TestContext } from '../support/test-context.ts'
import { pollUntil } from '../support/until.ts'

const findBio = prepareQuery((db, { caller, artistId }: ArtistScope) =>
  selectChainHead(selectAuthorization(db, caller, artistId), artistId)
    .select('a.bio')
    .compile(),
)
const setBio = prepareQuery((db, { artistId, bio, before }: { artistId: string; bio: string; before: string | null }) =>
  db
    .updateTable('artists')
    .set({ bio, name: failIfChanged<string>(sql`bio is not distinct from ${before}`, sql.ref('name')) })
    .where('id', '=', artistId)
    .compile(),
)

/** None is refused for waiting on a busy machine. */
const patient = { DATABASE_POOL_WAIT_MS: '60000' }

const user = (subject: string) => ({ kind: 'user', subject }) as const

/** Increments a number in the biography; `between` runs after the read. */
const countUp = (
  db: Database,
  { artistId }: Pick<TestContext, 'artistId'>,
  {
    subject = 'owner',
    between = async () => {},
    expected,
  }: {
    subject?: string
    between?: (attempt: number) => Promise<unknown>
    expected?: string
  } = {},
) => {
  let attempt = 0
  return runOptimisticTransaction(db, { artistId, caller: user(subject) }, async (tx: OptimisticTransaction) => {
    const { bio } = await tx.read(findBio, {})
    attempt += 1
    await between(attempt)
    const next = String(Number(bio ?? 0) + 1)
    const change = { subject: `artist:${artistId}`, revision: null, details: { bio: next } }
    tx.addEvent('bio.published', change)
    return await tx.commit([setBio({ artistId, bio: next, before: expected ?? bio })], next)
  })
}

async function readBio({ db, artistId }: TestContext) {
  return (await db.selectFrom('artists').select('bio').where('id', '=', artistId).executeTakeFirstOrThrow()).bio
}

/** A pool and a mutex of its own, as another process has them. */
function anotherProcess(t: Test, { url, config }: TestContext): Database {
  const { pool, timeouts } = config
  const { db, close } = connect({ url, pool, timeouts, applicationName: 'another process' })
  t.teardown(close)
  return db
}

/** Another change of the artist, committed at once. */
const overtake = ({ db, artistId }: TestContext) =>
  transact(db, async (trx) => {
    const trail = await lockAuditTrail(trx, artistId)
    await trail?.append({ action: 'lore.published', subject: 'lore:1', revision: null, details: {} })
  })

t.test('a change takes two round trips, and its event and its rows commit together', async (t) => {
  const context = await createTestContext(t)
  const db = anotherProcess(t, context)
  const trips = watchTrips(db.pool as pg.Pool)
  t.equal(await countUp(db, context), '1')
  t.strictSame(trips, { roundTrips: 2, statements: 6 })
  t.equal(await readBio(context), '1')
  t.equal((await readCheckedTrail(t, context)).length, 1)
})

t.test('an overtaken change reads and decides again, after three attempts under the artist’s lock', async (t) => {
  const context = await createTestContext(t)
  const attempts: number[] = []
  const between = async (attempt: number) => {
    attempts.push(attempt)
    if (attempt <= 3) return await overtake(context)
    await t.rejects(
      sql`select from artists where id = ${context.artistId} for no key update nowait`.execute(context.db),
      { code: '55P03' },
      'the row is locked',
    )
  }
  t.equal(await countUp(context.db, context, { between }), '1')
  t.strictSame(attempts, [1, 2, 3, 4])
  t.equal((await readCheckedTrail(t, context)).length, 4)
})

t.test('a change appends nothing while another transaction holds the artist’s lock, which can append', async (t) => {
  const context = await createTestContext(t)
  const { db, artistId } = context
  const another = anotherProcess(t, context)
  const change = await transact(db, async (trx) => {
    const trail = await lockAuditTrail(trx, artistId)
    const waiting = countUp(another, context)
    waiting.catch(() => {}) // awaited below
    await pollUntil(() => isLockAwaited(context.db))
    await sql`set local lock_timeout = '500ms'`.execute(trx)
    await trail?.append({ action: 'lore.published', subject: 'lore:1', revision: null, details: {} })
    return { waiting }
  })
  t.equal(await change.waiting, '1')
  t.equal((await readCheckedTrail(t, context)).length, 2)
})

t.test('64 writers in one process and 32 in two others lose no update', async (t) => {
  const context = await createTestContext(t, patient)
  const others = [anotherProcess(t, context), anotherProcess(t, context)]
  const writers = Array.from({ length: 96 }, (_, at) => (at < 64 ? context.db : (others[at % 2] as Database)))
  await Promise.all(writers.map((db) => countUp(db, context)))
  t.equal(await readBio(context), '96')
  t.equal((await readCheckedTrail(t, context)).length, 96)
})

t.test(
  'a failover to a server that has lost the newest event, or has another in its place, is a conflict',
  async (t) => {
    const context = await createTestContext(t)
    const { db, artistId } = context
    await overtake(context)
    await overtake(context)
    const lost = await db.selectFrom('audit_events').selectAll().orderBy('seq', 'desc').executeTakeFirstOrThrow()
    const loseNewest = () => db.deleteFrom('audit_events').where('seq', '=', lost.seq).execute()
    const bios: string[] = []
    for (const failover of [loseNewest, () => loseNewest().then(() => overtake(context))]) {
      const attempts: number[] = []
      const between = async (attempt: number) => {
        attempts.push(attempt)
        if (attempt === 1) await failover()
      }
      bios.push(await countUp(db, { artistId }, { between }))
      t.strictSame(attempts, [1, 2])
      await readCheckedTrail(t, context)
    }
    t.strictSame(bios, ['1', '2'])
  },
)

t.test('a claim that is revoked after it was read is a conflict, and its holder is refused', async (t) => {
  const context = await createTestContext(t)
  await setClaim(context.db, { artistId: context.artistId, subject: 'owner', state: 'approved' })
  const between = (attempt: number) =>
    attempt > 1
      ? Promise.resolve()
      : setClaim(context.db, { artistId: context.artistId, subject: 'owner', state: 'revoked' })
  await t.rejects(countUp(context.db, context, { between }), { code: 'not_your_artist' })
  t.equal(await readBio(context), null)
})

t.test('an administrator’s right is checked again in the transaction that writes', async (t) => {
  const context = await createTestContext(t)
  t.equal(await countUp(context.db, context, { subject: 'admin' }), '1')
  const between = () =>
    context.db.updateTable('users').set({ is_admin: false }).where('subject', '=', 'admin').execute()
  await t.rejects(countUp(context.db, context, { subject: 'admin', between }), { code: 'not_your_artist' })
  t.equal(await readBio(context), '1')
})

t.test('an administrator who loses the right while waiting for the artist’s row is refused', async (t) => {
  const { db, artistId, call } = await createTestContext(t)
  const start = await db.transaction().execute(async (trx) => {
    await trx.selectFrom('artists').select('id').where('id', '=', artistId).forUpdate().execute()
    const start = call('admin', 'POST', `/api/artist/${artistId}/interview/session`, { requestId: uuidv7() })
    await pollUntil(() => isLockAwaited(db))
    await trx.insertInto('audit_events').values(eventRow(artistId)).execute()
    await db.updateTable('users').set({ is_admin: false }).where('subject', '=', 'admin').execute()
    return { answer: start }
  })
  t.match(await start.answer, { status: 403, body: { code: 'not_your_artist' } })
  t.equal((await countRows(db)).audit_events, 1)
})

/** The first event of an audit trail, with arbitrary content. */
const eventRow = (artistId: string) => ({
  artist_id: artistId,
  seq: 1,
  action: 'artist.added',
  subject: `artist:${artistId}`,
  at: new Date(),
  details: '{}',
  hash: 'a'.repeat(64),
})

t.test('a row that changed without an event fails the whole transaction, however often it is tried', async (t) => {
  const context = await createTestContext(t)
  const before = await countRows(context.db)
  await t.rejects(countUp(context.db, context, { expected: 'another biography' }), { code: '23502' })
  t.strictSame(await countRows(context.db), before, 'nor is there an event')
})

t.test('a refusal is thrown unchanged and releases the artist’s lock', async (t) => {
  const context = await createTestContext(t)
  const caller = user('stranger')
  const refused = runOptimisticTransaction(context.db, { artistId: context.artistId, caller }, (tx) =>
    tx.read(findBio, {}),
  )
  await t.rejects(refused, { code: 'not_your_artist' })
  const release = context.db.artistMutex.tryAcquire(context.artistId)
  t.ok(release, 'the mutex is free')
  release?.()
})
