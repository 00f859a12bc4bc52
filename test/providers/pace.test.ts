import t from 'tap'
import { loadConfig } from '#src/config.ts'
import { connect } from '#src/database/connect.ts'
import { nextTurn, pauseTurns } from '#src/providers/pace.ts'
import { freshDatabase } from '../helpers/database.ts'

const signal = new AbortController().signal
const pace = { name: 'test', apartMs: 120 }

t.test('turns are apart, also between processes that know nothing of each other', async (t) => {
  const { url, database } = await freshDatabase(t)
  const { pool, timeouts } = loadConfig({})
  const other = connect({ url, pool, timeouts, applicationName: 'other process' })
  t.teardown(() => other.close())
  const turns = await Promise.all(
    Array.from({ length: 8 }, async (_, at) => {
      const turn = await nextTurn((at % 2 === 0 ? database : other).db, pace, signal)
      t.equal(turn, 'now')
      return performance.now()
    }),
  )
  turns.sort((a, b) => a - b)
  const gaps = turns.slice(1).map((turn, at) => turn - (turns[at] ?? 0))
  // The places are exactly apart; a busy machine may wake one late, and so nearer to the next.
  t.ok((turns.at(-1) ?? 0) - (turns[0] ?? 0) >= 7 * pace.apartMs - 100, `eight turns took ${gaps.map(Math.round)}`)
})

t.test('a line that is too long is not joined, and a pause that is asked for holds for all', async (t) => {
  const { database } = await freshDatabase(t)
  await pauseTurns(database.db, pace, 60_000)
  t.match(await nextTurn(database.db, pace, signal), { later: 5_000 })
  await pauseTurns(database.db, pace, 10)
  t.match(await nextTurn(database.db, pace, signal), { later: 5_000 }, 'a shorter pause takes nothing back')
  t.equal(await nextTurn(database.db, { ...pace, name: 'another' }, signal), 'now')
})

t.test('who waits stops when the slice ends', async (t) => {
  const { database } = await freshDatabase(t)
  await pauseTurns(database.db, pace, 4_000)
  const cut = new AbortController()
  const turn = nextTurn(database.db, pace, cut.signal)
  cut.abort()
  await t.rejects(turn, { name: 'AbortError' })
})
