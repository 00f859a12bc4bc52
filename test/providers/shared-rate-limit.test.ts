import t from 'tap'
import { loadConfig } from '#src/config.ts'
import { connect } from '#src/database/connect.ts'
import { backOff, reserveSlot } from '#src/research/providers/shared-rate-limit.ts'
import { freshDatabase } from '../support/database.ts'

const signal = new AbortController().signal
const rateLimit = { name: 'test', intervalMs: 120 }

t.test('slots are apart, also between independent processes', async (t) => {
  const { url, database } = await freshDatabase(t)
  const { pool, timeouts } = loadConfig({})
  const other = connect({ url, pool, timeouts, applicationName: 'other process' })
  t.teardown(() => other.close())
  const startedMs = performance.now()
  const slots = await Promise.all(
    Array.from({ length: 8 }, async (_, at) => {
      t.equal(await reserveSlot((at % 2 === 0 ? database : other).db, rateLimit, signal), 'now')
      return performance.now() - startedMs
    }),
  )
  // A busy machine delays a slot, never advances it; a timer is early by a millisecond at most.
  for (const [place, ms] of slots.toSorted((a, b) => a - b).entries()) {
    t.ok(ms >= place * rateLimit.intervalMs - 2, `slot ${place} came after ${Math.round(ms)} ms`)
  }
})

t.test('a slot too far away is not reserved, and a requested pause applies to all', async (t) => {
  const { database } = await freshDatabase(t)
  await backOff(database.db, rateLimit, 60_000)
  t.match(await reserveSlot(database.db, rateLimit, signal), { later: 5_000 })
  await backOff(database.db, rateLimit, 10)
  t.match(await reserveSlot(database.db, rateLimit, signal), { later: 5_000 }, 'a shorter pause takes nothing back')
  t.equal(await reserveSlot(database.db, { ...rateLimit, name: 'another' }, signal), 'now')
})

t.test('a wait for a slot ends with the slice', async (t) => {
  const { database } = await freshDatabase(t)
  await backOff(database.db, rateLimit, 4_000)
  const cut = new AbortController()
  const slot = reserveSlot(database.db, rateLimit, cut.signal)
  cut.abort()
  await t.rejects(slot, { name: 'AbortError' })
})
