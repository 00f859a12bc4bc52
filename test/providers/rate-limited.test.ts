import { sql } from 'kysely'
import t from 'tap'
import { createRateLimitedSend } from '#src/research/providers/rate-limit.ts'
import { freshDatabase } from '../support/database.ts'

const { database } = await freshDatabase(t)
const { db } = database
const never = new AbortController().signal
const nextAt = async (name: string) =>
  (await db.selectFrom('provider_rate_limits').select('next_at').where('name', '=', name).executeTakeFirst())?.next_at

t.test('each request takes a slot of its own of the shared limit, whichever process sends it', async (t) => {
  const rateLimit = { name: 'apart', intervalMs: 20 }
  const { now } = await db.selectNoFrom(sql<Date>`clock_timestamp()`.as('now')).executeTakeFirstOrThrow()
  const [one, other] = [createRateLimitedSend(db, rateLimit, never), createRateLimitedSend(db, { ...rateLimit }, never)]
  const sent: string[] = []
  const send = (send: typeof one, who: string) => send(async () => sent.push(who))
  await Promise.all([send(one, 'one'), send(other, 'other'), send(one, 'one'), send(other, 'other')])
  t.same(sent.toSorted(), ['one', 'one', 'other', 'other'])
  t.ok(((await nextAt('apart'))?.getTime() ?? 0) >= now.getTime() + 80, 'four places were taken')
})

t.test('a temporary refusal is a pause for every process; a failure is not', async (t) => {
  const cases = [
    [{ failed: 'rate_limited' }, 60_000],
    [{ failed: 'rate_limited', retryAfterMs: 1 }, 5_000],
    [{ failed: 'rate_limited', retryAfterMs: 90_000 }, 90_000],
    [{ failed: 'provider_unavailable', retryAfterMs: 7_000 }, 7_000],
    [{ failed: 'provider_unavailable' }, undefined],
    [{ failed: 'provider_refused' }, undefined],
  ] as const
  for (const [at, [answer, ms]] of cases.entries()) {
    const rateLimit = { name: `pause ${at}`, intervalMs: 1 }
    const result = await createRateLimitedSend(db, rateLimit, never)(async () => answer)
    t.same(result, ms === undefined ? answer : { failed: 'rate_limited', retryAfterMs: ms })
    const waits = ((await nextAt(rateLimit.name))?.getTime() ?? 0) - Date.now()
    t.equal(waits > 4_000, ms !== undefined, JSON.stringify(answer))
    if (ms === 90_000) {
      const sent: unknown[] = []
      const next = await createRateLimitedSend(db, rateLimit, never)(async () => sent.push('x'))
      t.match(next, { failed: 'rate_limited', retryAfterMs: 5_000 })
      t.same(sent, [], 'no request is sent during the pause')
    }
  }
})

t.test('a request that is aborted while it waits for its slot fails, and is not sent', async (t) => {
  const rateLimit = { name: 'stopped', intervalMs: 3_000 }
  await createRateLimitedSend(db, rateLimit, never)(async () => 'first')
  const cut = new AbortController()
  const sent: unknown[] = []
  const second = createRateLimitedSend(db, rateLimit, cut.signal)(async () => sent.push('x'))
  setImmediate(() => cut.abort())
  t.same(await second, { failed: 'provider_unavailable' })
  t.same(sent, [])
})

t.test('a service without a rate is called at once', async (t) => {
  t.equal(await createRateLimitedSend(db, null, never)(async () => 'now'), 'now')
  t.same(await createRateLimitedSend(db, null, never)(async () => ({ failed: 'rate_limited' })), {
    failed: 'rate_limited',
    retryAfterMs: 60_000,
  })
})
