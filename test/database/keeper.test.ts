import { type RawBuilder, sql } from 'kysely'
import t from 'tap'
import { togetherMax } from '#src/database/keeper.ts'
import { severalStatement } from '#src/database/several.ts'
import { ask } from '../support/embedded.ts'
import { until } from '../support/until.ts'
import { alone, asking, type Kept, keeping, later, number, transactions, upTo } from './kept-numbers.ts'

t.test('those that come together are kept together, and each has its own answer', async (t) => {
  const { keep, told, numbers, pool } = await keeping(t)
  await Promise.all(upTo(8).map((n) => keep(number({ n }))))
  const rows = await Promise.all(upTo(100, 101).map((n) => keep(number({ n }))))
  t.same(
    rows.map(([row]) => row?.n),
    upTo(100, 101),
  )
  const most = Math.ceil(100 / togetherMax)
  t.ok(transactions(rows) <= most + 1, `in ${transactions(rows)} transactions`)
  t.ok(new Set(rows.map(([row]) => row?.pid)).size <= 2, 'over two connections')
  t.same(await numbers(), [...upTo(8), ...upTo(100, 101)])
  t.ok(told.length <= 8 + most + 1, 'and what is done for many is told once')
  await until(() => pool.idleCount === pool.totalCount)
  t.pass('the connections are given back')
})

t.test('one that comes alone is a statement of its own, and is told as its own', async (t) => {
  const { keep, told } = await keeping(t)
  const rows: Kept[][] = []
  for (const n of upTo(4)) rows.push(await asking.run(n, () => keep(number({ n }))))
  t.equal(transactions(rows), 4)
  t.same(
    told.map(({ sql, by }) => [sql.includes('unnest'), by]),
    upTo(4).map((n) => [false, n]),
  )
})

t.test('those of another wording have a turn of their own, in the order in which they came', async (t) => {
  const { keep, numbers } = await keeping(t)
  const ask = (n: number) =>
    keep(n % 3 === 0 ? alone({ n, of: Buffer.from([n]) }) : n % 3 === 1 ? later({ n }) : number({ n }))
  const rows = await Promise.all(upTo(60).map(ask))
  t.same(
    rows.map(([row]) => row?.n),
    upTo(60),
  )
  t.same(await numbers(), upTo(60))
  const of = (rest: number) => transactions(rows.filter((_, at) => (at + 1) % 3 === rest))
  t.equal(of(0), 20, 'one that cannot be several is a statement each time')
  t.ok(of(1) <= 4 && of(2) <= 4, `${of(1)}, ${of(2)}`)
})

t.test('what one finds nothing to do for is nothing, and the others have their rows', async (t) => {
  const { url, keep } = await keeping(t)
  await ask(url, 'insert into numbers select n from generate_series(1, 40) as n')
  const removed = severalStatement((db, { n }: { n: number }, rows) =>
    (rows === undefined
      ? sql<{ n: number }>`delete from numbers where n = ${n}::int returning n`
      : sql<{
          n: number
        }>`with given as ${rows}, gone as (delete from numbers using given where n = ${n} returning n, nth)
          select nth::int4, n from gone`
    ).compile(db),
  )
  const rows = await Promise.all(upTo(40).map((n) => keep(removed({ n: n % 4 === 0 ? n + 1_000 : n }))))
  t.same(
    rows.map(([row]) => row?.n),
    upTo(40).map((n) => (n % 4 === 0 ? undefined : n)),
  )
})

t.test('what the server refuses of one is refused of that one alone', async (t) => {
  const { keep, told, numbers } = await keeping(t)
  await Promise.all(upTo(4).map((n) => keep(number({ n }))))
  const some = upTo(40, 3)
  const outcomes = await Promise.allSettled(some.map((n) => keep(number({ n }))))
  for (const [at, outcome] of outcomes.entries()) {
    const n = some[at] ?? 0
    if (n <= 4) t.match(outcome, { status: 'rejected', reason: { code: '23505' } }, `${n}`)
    else t.match(outcome, { status: 'fulfilled', value: [{ n }] }, `${n}`)
  }
  // Once more in the middle of those that wait.
  const middle = [50, 51, 52, 53, 54, 4, 55, 56]
  const again = await Promise.allSettled(middle.map((n) => asking.run(n, () => keep(number({ n })))))
  t.same(
    again.map(({ status }) => status === 'fulfilled'),
    middle.map((n) => n !== 4),
  )
  t.same(await numbers(), [...upTo(42), ...upTo(7, 50)])
  const refused = told.filter(({ failed }) => failed === '23505')
  t.same(refused.at(-1), { sql: number({ n: 4 }).query.sql, failed: '23505', by: 4 }, 'and is told as its own')
  t.match(
    await Promise.all(upTo(8, 80).map((n) => keep(number({ n })))),
    upTo(8, 80).map((n) => [{ n }]),
  )
  t.ok(told.at(-1)?.sql.includes('unnest'), 'those who come later are kept together again')
})

t.test('a deferred refusal, which comes with the commit, is of nobody but the one it belongs to', async (t) => {
  const { url, keep, numbers } = await keeping(t)
  await ask(
    url,
    `create function no_seven() returns trigger language plpgsql as $$ begin
       if new.n = 7 then raise exception 'no' using errcode = '23514'; end if; return null; end $$;
     create constraint trigger no_seven after insert on numbers deferrable initially deferred for each row execute function no_seven()`,
  )
  await Promise.all(upTo(2).map((n) => keep(number({ n }))))
  const outcomes = await Promise.allSettled(upTo(6, 3).map((n) => keep(number({ n }))))
  t.same(
    outcomes.map(({ status }) => status),
    upTo(6, 3).map((n) => (n === 7 ? 'rejected' : 'fulfilled')),
  )
  t.same(await numbers(), [1, 2, 3, 4, 5, 6, 8])
})

t.test('every text comes back as it was given, whoever it is kept with', async (t) => {
  const { url, keep } = await keeping(t)
  await ask(url, 'create table words (nth int, word text)')
  const said = severalStatement((db, { nth: n, word }: { nth: number; word: string | null }, rows) =>
    (rows === undefined
      ? sql<{ word: string | null }>`insert into words values (${n}::int, ${word}::text) returning word`
      : sql<{
          word: string | null
        }>`with given as ${rows}, added as (insert into words select ${n}, ${word} from given returning nth, word)
          select given.nth::int4, added.word from given join added on added.nth = ${n}`
    ).compile(db),
  )
  const words = [
    '',
    'null',
    'NULL',
    null,
    '"',
    '\\',
    '\\"',
    '{a,b}',
    '{}',
    ',',
    ' ',
    '\n',
    '\r\n',
    '\t x ',
    "it's",
    '𝄞𝄞',
    'e\u0301',
    '\u00e9',
    '\u202eabc',
    '\ufffe',
    '$1',
    '\\x41',
    'x'.repeat(2_000),
  ]
  const heard = await Promise.all(words.map((word, at) => keep(said({ nth: at, word }))))
  t.same(
    heard.map(([row]) => row?.word),
    words,
  )
})

t.test('a statement whose columns have changed is refused, and those who ask for another are not', async (t) => {
  const { url, keep, numbers } = await keeping(t)
  const whole = severalStatement((db, { n }: { n: number }, rows) =>
    (rows === undefined
      ? sql<Kept>`insert into numbers (n) values (${n}::int) returning numbers.*`
      : sql<Kept>`with given as ${rows}, added as (insert into numbers (n) select ${n} from given returning numbers.*)
          select nth::int4, added.* from given join added on added.n = ${n}`
    ).compile(db),
  )
  const all = (from: number) =>
    Promise.allSettled(upTo(24, from).map((n) => keep(n % 2 === 0 ? whole({ n }) : number({ n }))))
  t.ok((await all(100)).every(({ status }) => status === 'fulfilled'))
  await ask(url, 'alter table numbers add column more int')
  for (const [at, outcome] of (await all(200)).entries()) {
    if (at % 2 === 1) t.match(outcome, { status: 'fulfilled' }, `${at}`)
  }
  for (const n of upTo(24, 200)) if (n % 2 === 1) t.ok((await numbers()).includes(n))
  t.ok((await all(300)).every(({ status }) => status === 'fulfilled'))
})

t.test('a value whose column has become another type is kept', async (t) => {
  const { url, keep, told, pool } = await keeping(t)
  const noted = severalStatement((db, { n, note }: { n: number; note: string }, rows) =>
    (rows === undefined
      ? sql<Kept>`insert into notes (n, note) select ${n}::int, ${note} returning n`
      : sql<Kept>`with given as ${rows}, added as (insert into notes (n, note) select ${n}, ${note} from given returning n)
          select nth::int4, added.* from given join added on added.n = ${n}`
    ).compile(db),
  )
  const all = (from: number) => Promise.all(upTo(12, from).map((n) => keep(noted({ n, note: `${n}` }))))
  await ask(url, 'create table notes (n int, note text)')
  await all(1)
  await ask(url, 'alter table notes alter column note type bigint using note::bigint')
  // A session holds to the types that its statements were prepared with.
  await ask(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'keeper' and datname = current_database()`,
  )
  await until(() => pool.totalCount === 0)
  const before = told.length
  await all(21)
  t.same(await ask(url, 'select count(*)::int as count, sum(note)::int as sum from notes'), [
    { count: 24, sum: upTo(12).reduce((sum, n) => sum + n) + upTo(12, 21).reduce((sum, n) => sum + n) },
  ])
  t.ok(told.length - before > 12, 'each by itself, once')
  const then = told.length
  await all(41)
  t.ok(told.length - then <= 3, 'and together from then on')
})

t.test('those who were undone with another find their rows free', async (t) => {
  const { url, keep } = await keeping(t)
  await ask(
    url,
    'create table heads (id int primary key, at int not null); insert into heads select n, 0 from generate_series(1, 16) as n',
  )
  const moved = severalStatement((db, { n, by }: { n: number; by: number }, rows) => {
    const free = (from: RawBuilder<unknown>) =>
      sql`free as (select heads.id ${from} for no key update of heads skip locked),
        moved as (update heads set at = at + 6 / each.by from free as each where heads.id = each.id returning heads.id)`
    return (
      rows === undefined
        ? sql<{
            id: number
          }>`with ${free(sql`, ${by}::int as by from heads where id = ${n}::int`)} select id from moved`
        : sql<{
            id: number
          }>`with given as ${rows}, ${free(sql`, ${by} as by from given join heads on heads.id = ${n}`)}
            select nth::int4, id from moved join given on id = ${n}`
    ).compile(db)
  })
  await Promise.all(upTo(4).map((n) => keep(moved({ n, by: 6 }))))
  for (const bad of [5, 9, 15]) {
    const outcomes = await Promise.allSettled(upTo(16).map((n) => keep(moved({ n, by: n === bad ? 0 : 6 }))))
    for (const [at, outcome] of outcomes.entries()) {
      if (at + 1 === bad) t.match(outcome, { status: 'rejected', reason: { code: '22012' } })
      else t.match(outcome, { status: 'fulfilled', value: [{ id: at + 1 }] }, `${at + 1} beside ${bad}`)
    }
  }
})
