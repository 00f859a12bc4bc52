import { sql } from 'kysely'
import type pg from 'pg'
import t, { type Test } from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { setClaim } from '#src/admin/claims.ts'
import type { Database } from '#src/database/database.ts'
import { prepareQuery } from '#src/database/prepared-query.ts'
import { changeArtist, prepareRead } from '#src/records/audit/change-artist.ts'
import { watchTrips } from '../../scripts/cost-ledger/measure.ts'
import { readCheckedTrail } from '../sessions/trail.ts'
import { isLockAwaited } from '../support/citus.ts'
import { openPool } from '../support/database.ts'
import { countRows } from '../support/records.ts'
import { createTestContext, type TestContext } from '../support/test-context.ts'
import { pollUntil } from '../support/until.ts'

const findBio = prepareRead(() => [sql<string>`a.bio`.as('bio')])
const setBio = prepareQuery((db, { artistId, bio }: { artistId: string; bio: string }) =>
  db.updateTable('artists').set({ bio }).where('id', '=', artistId).compile(),
)

const user = (subject: string) => ({ kind: 'user', subject }) as const

type Options = { subject?: string; between?: () => Promise<unknown> }
type Artist = Pick<TestContext, 'artistId'>

const describe = (artistId: string, bio: string) => ({
  action: 'bio.published',
  subject: `artist:${artistId}`,
  revision: null,
  details: { bio },
})
const count = (bio: string | null) => String(Number(bio ?? 0) + 1)

/** Increments a number in the biography, in two flushes; `between` runs after the read. */
const countUp = (db: Database, { artistId }: Artist, { subject = 'owner', between }: Options = {}) =>
  changeArtist(db, findBio({ artistId, caller: user(subject) }), async (tx, { bio }) => {
    const next = count(bio)
    await between?.()
    tx.stage(describe(artistId, next))
    tx.write(setBio({ artistId, bio: next }))
    return next
  })

/** The same by statements that depend on each other; without a caller as a job does. */
const countUpInSteps = (db: Database, { artistId }: Artist, { subject, between }: Options = {}) =>
  changeArtist(db, { artistId, ...(subject !== undefined && { caller: user(subject) }) }, async ({ trx, stage }) => {
    const artist = trx.selectFrom('artists').select('bio').where('id', '=', artistId)
    const next = count((await artist.executeTakeFirstOrThrow()).bio)
    await between?.()
    await trx.updateTable('artists').set({ bio: next }).where('id', '=', artistId).execute()
    stage(describe(artistId, next))
    return next
  })

async function readBio({ db, artistId }: TestContext) {
  return (await db.selectFrom('artists').select('bio').where('id', '=', artistId).executeTakeFirstOrThrow()).bio
}

/** A pool and a mutex of its own, as another process has them. */
const anotherProcess = (t: Test, { url, config: { pool, timeouts } }: TestContext) =>
  openPool(t, url, { pool, timeouts }).db

t.test('a change takes two round trips, and its event and its rows commit together', async (t) => {
  const context = await createTestContext(t)
  const db = anotherProcess(t, context)
  const trips = watchTrips(db.pool as pg.Pool)
  t.equal(await countUp(db, context), '1')
  t.strictSame(trips, { roundTrips: 2, statements: 6 })
  t.equal(await readBio(context), '1')
  t.equal((await readCheckedTrail(t, context)).length, 1)
})

for (const change of [countUp, countUpInSteps]) {
  t.test(`${change.name}: what was decided on cannot be changed by another, which waits and sees it`, async (t) => {
    const context = await createTestContext(t)
    const another = anotherProcess(t, context)
    let second: Promise<string> | undefined
    const between = async () => {
      second = change(another, context)
      second.catch(() => {}) // awaited below
      await pollUntil(() => isLockAwaited(context.db))
    }
    t.equal(await change(context.db, context, { between }), '1')
    t.equal(await second, '2')
    t.equal((await readCheckedTrail(t, context)).length, 2)
  })

  t.test(`${change.name}: a claim or a right that was read cannot be revoked before the commit`, async (t) => {
    const context = await createTestContext(t)
    const { artistId } = context
    const another = anotherProcess(t, context)
    const revokeClaim = () => setClaim(another, { artistId, subject: 'owner', state: 'revoked' })
    const demote = () => another.updateTable('users').set({ is_admin: false }).where('subject', '=', 'admin').execute()
    for (const [subject, revoke] of [['owner', revokeClaim] as const, ['admin', demote] as const]) {
      let revoked: Promise<unknown> | undefined
      const between = async () => {
        revoked = revoke()
        await pollUntil(() => isLockAwaited(context.db))
      }
      await change(context.db, context, { subject, between })
      await revoked
      await t.rejects(change(context.db, context, { subject }), { code: 'not_your_artist' }, subject)
    }
    t.equal(await readBio(context), '2')
  })
}

t.test('a caller who loses the right while waiting for the artist’s row is refused', async (t) => {
  const { db, artistId, call } = await createTestContext(t)
  await setClaim(db, { artistId, subject: 'owner', state: 'approved' })
  const losses = {
    admin: () => db.updateTable('users').set({ is_admin: false }).where('subject', '=', 'admin').execute(),
    owner: () => db.updateTable('claims').set({ state: 'revoked' }).where('artist_id', '=', artistId).execute(),
  } as const
  for (const [subject, lose] of Object.entries(losses)) {
    const start = await db.transaction().execute(async (trx) => {
      await trx.updateTable('artists').set({ bio: subject }).where('id', '=', artistId).execute()
      const start = call(subject, 'POST', `/api/artist/${artistId}/interview/session`, { requestId: uuidv7() })
      await pollUntil(() => isLockAwaited(db))
      if (subject === 'owner') await lose()
      return { answer: start, lost: subject === 'owner' ? undefined : lose() }
    })
    const { status } = await start.answer
    await start.lost
    // An administrator's right is held by the change that waits; a claim is not.
    t.equal(status, subject === 'owner' ? 403 : 200, subject)
  }
})

t.test('a violated constraint fails the change once, and undoes it', async (t) => {
  const context = await createTestContext(t)
  const { db, artistId } = context
  const before = await countRows(db)
  let runs = 0
  const changed = changeArtist(db, findBio({ artistId, caller: user('owner') }), async (tx) => {
    runs += 1
    tx.stage(describe(artistId, '1'))
    const again = { artist_id: artistId, seq: 1, action: 'a', subject: 's', at: new Date(), details: '{}' }
    const twin = db.insertInto('audit_events').values({ ...again, hash: 'a'.repeat(64) })
    tx.write(twin.compile())
  })
  await t.rejects(changed, { code: '23505' })
  t.equal(runs, 1)
  t.strictSame(await countRows(db), before)
  t.equal(await countUp(db, context), '1', 'the connection goes on')
})

t.test('a failure that `work` swallowed is no success', async (t) => {
  const context = await createTestContext(t)
  const { db, artistId } = context
  const changed = changeArtist(db, { artistId }, async ({ trx }) => {
    await sql`select 1 / 0`.execute(trx).catch(() => {})
  })
  await t.rejects(changed, { message: 'The transaction had failed before its COMMIT' })
})

t.test('a stranger’s requests make no other caller wait', async (t) => {
  const { db, artistId } = await createTestContext(t)
  const held = await db.artistMutex.acquire(`${artistId} stranger`)
  t.equal(await countUp(db, { artistId }), '1')
  held()
})
