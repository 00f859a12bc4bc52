import { sql } from 'kysely'
import t from 'tap'
import { orFail } from '#src/database/or-fail.ts'
import { counters, failure } from './counters.ts'

t.test('a statement fails as a whole unless each of its parts has a row', async (t) => {
  const { database, rows } = await counters(t)
  const both = (one: string, other: string) =>
    sql`with first as (update counters set n = n + 1 where name = ${one} returning n),
      second as (update counters set n = n + 1 where name = ${other} returning n)
      select ${orFail('first', 'second')} as whole`.execute(database.db)
  t.match((await both('one', 'two')).rows, [{ whole: 1 }])
  for (const [one, other] of [
    ['one', 'none'],
    ['none', 'two'],
    ['none', 'nobody'],
  ] as const)
    t.match(await failure(both(one, other)), { code: '22012' })
  t.equal(await rows(), '1 1, 0')
})
