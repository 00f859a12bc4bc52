import { sql } from 'kysely'
import t, { type Test } from 'tap'
import { connect } from '#src/database/connect.ts'
import type { Database } from '#src/database/database.ts'
import { transact } from '#src/database/transaction.ts'
import { lockAuditTrail } from '#src/records/audit/audit-trail.ts'
import { runInteractiveTransaction } from '#src/records/audit/interactive-transaction.ts'
import { readCheckedTrail } from '../sessions/trail.ts'
import { isLockAwaited } from '../support/citus.ts'
import { countRows, createTestContext, type TestContext } from '../support/test-context.ts'
import { pollUntil } from '../support/until.ts'

/** None is refused for waiting on a busy machine. */
const patient = { DATABASE_POOL_WAIT_MS: '60000' }

const user = (subject: string) => ({ kind: 'user', subject }) as const

/** A pool and a mutex of its own, as another process has them. */
function anotherProcess(t: Test, { url, config }: TestContext): Database {
  const { pool, timeouts } = config
  const { db, close } = connect({ url, pool, timeouts, applicationName: 'another process' })
  t.teardown(close)
  return db
}

/** Counts up in the biography, in the steps of a page's text: read, write, append; `between` runs after the read. */
const countUp = (
  db: Database,
  { artistId }: Pick<TestContext, 'artistId'>,
  { subject, between }: { subject?: string; between?: (attempt: number) => Promise<unknown> } = {},
) => {
  let attempt = 0
  const scope = { artistId, ...(subject !== undefined && { caller: user(subject) }) }
  return runInteractiveTransaction(db, scope, async ({ trx, append }) => {
    const artist = trx.selectFrom('artists').select('bio').where('id', '=', artistId)
    const { bio } = await artist.executeTakeFirstOrThrow()
    attempt += 1
    await between?.(attempt)
    const next = String(Number(bio ?? 0) + 1)
    await trx.updateTable('artists').set({ bio: next }).where('id', '=', artistId).execute()
    await append({ action: 'bio.published', subject: `artist:${artistId}`, revision: null, details: { bio: next } })
    return next
  })
}

async function readBio({ db, artistId }: TestContext) {
  return (await db.selectFrom('artists').select('bio').where('id', '=', artistId).executeTakeFirstOrThrow()).bio
}

/** Another change of the artist, committed at once. */
const overtake = ({ db, artistId }: TestContext) =>
  transact(db, async (trx) => {
    const trail = await lockAuditTrail(trx, artistId)
    await trail?.append({ action: 'lore.published', subject: 'lore:1', revision: null, details: {} })
  })

const isLocked = async ({ db, artistId }: TestContext) => {
  const { rows } = await sql`select from artists where id = ${artistId} for no key update skip locked`.execute(db)
  return rows.length === 0
}

t.test('a change appends nothing while another transaction holds the artist’s lock, which can append', async (t) => {
  const context = await createTestContext(t)
  const { db, artistId } = context
  const another = anotherProcess(t, context)
  const change = await transact(db, async (trx) => {
    const trail = await lockAuditTrail(trx, artistId)
    const event = { action: 'bio.published', subject: `artist:${artistId}`, revision: null, details: {} }
    const waiting = runInteractiveTransaction(another, { artistId }, async ({ append }) => (await append(event)).seq)
    waiting.catch(() => {}) // awaited below
    await pollUntil(() => isLockAwaited(context.db))
    await sql`set local lock_timeout = '500ms'`.execute(trx)
    await trail?.append({ action: 'lore.published', subject: 'lore:1', revision: null, details: {} })
    return { waiting }
  })
  t.equal(await change.waiting, 2)
  t.equal((await readCheckedTrail(t, context)).length, 2)
})

t.test('a change that was overtaken runs again from its beginning, and under the lock after three times', async (t) => {
  const context = await createTestContext(t)
  const locked: boolean[] = []
  const between = async (attempt: number) => {
    locked.push(await isLocked(context))
    if (attempt <= 3) await overtake(context)
  }
  t.equal(await countUp(context.db, context, { between }), '1')
  t.strictSame(locked, [false, false, false, true])
  t.equal((await readCheckedTrail(t, context)).length, 4)
})

t.test('48 changes in three processes lose no update', async (t) => {
  const context = await createTestContext(t, patient)
  const processes = [context.db, anotherProcess(t, context), anotherProcess(t, context)]
  await Promise.all(Array.from({ length: 48 }, (_, at) => countUp(processes[at % 3] as Database, context)))
  t.equal(await readBio(context), '48')
  t.equal((await readCheckedTrail(t, context)).length, 48)
})

t.test('a caller who may not learns it, and nothing is written', async (t) => {
  const context = await createTestContext(t)
  const before = await countRows(context.db)
  await t.rejects(countUp(context.db, context, { subject: 'stranger' }), { code: 'not_your_artist' })
  t.strictSame(await countRows(context.db), before)
})

t.test('an administrator’s right is asked again before the commit', async (t) => {
  const context = await createTestContext(t)
  t.equal(await countUp(context.db, context, { subject: 'admin' }), '1')
  const between = () =>
    context.db.updateTable('users').set({ is_admin: false }).where('subject', '=', 'admin').execute()
  await t.rejects(countUp(context.db, context, { subject: 'admin', between }), { code: 'not_your_artist' })
  t.equal(await readBio(context), '1')
})
