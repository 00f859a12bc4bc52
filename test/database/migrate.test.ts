import { sql } from 'kysely'
import t from 'tap'
import { listPendingMigrations, type MigrateOptions, migrate } from '#src/database/migrations/migrate.ts'
import { emptyDatabase, openPool, setRoleTimeouts } from '../support/database.ts'
import { queryOnce } from '../support/embedded.ts'
import { createMigrationsFolder } from '../support/migrations.ts'
import { openSharedSession } from '../support/shared-session.ts'

const labels = ({ applied }: { applied: { number: number }[] }) => applied.map(({ number }) => number)

const run = (url: string, folder: string, rest: Partial<MigrateOptions> = {}) =>
  migrate({ url, folder, environment: 'development', ...rest })

t.test('applies every file once, in order of its number', async (t) => {
  const url = await emptyDatabase(t)
  const { folder } = createMigrationsFolder(t)
  const { db } = openPool(t, url)
  t.same(await listPendingMigrations(db, folder), ['0001_letters', '0002_words', '0041_interview_boundaries'])
  t.same(labels(await run(url, folder)), [1, 2, 41])
  t.same(labels(await run(url, folder)), [], 'nothing the second time')
  t.same(await listPendingMigrations(db, folder), [])
  t.match(
    await queryOnce(url, 'select number, name, length(checksum) as digits from schema_migrations order by number'),
    [
      { number: 1, name: 'letters', digits: 64 },
      { number: 2, name: 'words', digits: 64 },
      { number: 41, name: 'interview_boundaries', digits: 64 },
    ],
  )
})

t.test('behind a pooler a migration leaves no setting in the session, and has its own lock timeout', async (t) => {
  const url = await emptyDatabase(t)
  await setRoleTimeouts(url, '7s')
  const { folder, write } = createMigrationsFolder(t)
  write(
    '0042_seen.sql',
    `create table seen as select array_agg(current_setting(name || '_timeout')) as patience,
      (select count(*)::int from pg_prepared_statements) as named
      from unnest('{statement,transaction,idle_in_transaction_session,lock}'::text[]) as name`,
  )
  await run(url, folder, { transactionPooler: true })
  t.same(await queryOnce(url, 'select patience, named from seen'), [
    { patience: ['15min', '30min', '1min', '2s'], named: 0 },
  ])
  await t.rejects(run(await emptyDatabase(t), folder, { transactionPooler: true }), {
    message: /with statement_timeout 0/,
  })
})

t.test('a session that a migration had is as it was before, and the next migration can have it', async (t) => {
  const url = await emptyDatabase(t)
  await setRoleTimeouts(url, '7s')
  const shared = await openSharedSession(t, url)
  const { folder, write } = createMigrationsFolder(t)
  t.equal((await run(shared, folder, { transactionPooler: true })).applied.length, 3)
  write('0042_more.sql', 'create table more (n int)')
  t.equal((await run(shared, folder, { transactionPooler: true })).applied.length, 1)
  const settings = `select name, setting from pg_settings where name like '%\\_timeout' and source = 'session'`
  t.same(await queryOnce(shared, settings), [])
  t.same(await queryOnce(shared, 'select name from pg_prepared_statements'), [])
})

t.test('eight migrators at once apply each migration exactly once', async (t) => {
  const url = await emptyDatabase(t)
  const { folder } = createMigrationsFolder(t)
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => run(url, folder)))
  t.same(
    outcomes.flatMap(labels).sort((a, b) => a - b),
    [1, 2, 41],
  )
  t.match(await queryOnce(url, 'select count(*)::int as n from letters'), [{ n: 1 }])
})

t.test('a failing file leaves nothing behind, and nothing of those before it', async (t) => {
  const url = await emptyDatabase(t)
  const { folder, write } = createMigrationsFolder(t)
  write('0042_interview_sessions.sql', 'create table half (n int);\nselect 1 / 0;\n')
  await t.rejects(run(url, folder), {
    name: 'MigrationError',
    message: /^0042_interview_sessions failed: division by zero/,
  })
  const tables = `select to_regclass('half') as half, to_regclass('letters') as letters`
  t.match(await queryOnce(url, tables), [{ half: null, letters: null }])
  write('0042_interview_sessions.sql', 'create table whole (n int);\n')
  t.same(labels(await run(url, folder)), [1, 2, 41, 42], 'mended, it is applied with them')
})

type Files = ReturnType<typeof createMigrationsFolder>
const refused: [what: string, change: (files: Files) => void, message: RegExp][] = [
  [
    'an applied file that was changed, by name',
    ({ write }) => write('0002_words.sql', 'select 1;'),
    /^0002_words was applied, and in its place the files have another 0002_words:/,
  ],
  [
    'an applied file that was renamed',
    ({ write, remove }) => {
      remove('0002_words.sql')
      write('0002_sentences.sql', 'select 1;')
    },
    /^0002_words was applied, .* another 0002_sentences:/,
  ],
  [
    'a missing file',
    ({ remove }) => remove('0002_words.sql'),
    /^0002_words was applied, .* another 0041_interview_boundaries:/,
  ],
  [
    'a number below an applied one',
    ({ write }) => write('0003_late.sql', 'select 1;'),
    /^0041_interview_boundaries was applied, .* another 0003_late:/,
  ],
  ['another name', ({ write }) => write('42_more.sql', 'select 1;'), /^42_more\.sql is not named NNNN_name\.sql/],
]

for (const [what, change, message] of refused)
  t.test(`refused: ${what}`, async (t) => {
    const url = await emptyDatabase(t)
    const files = createMigrationsFolder(t)
    await run(url, files.folder)
    change(files)
    await t.rejects(run(url, files.folder), { name: 'MigrationError', message })
    const pending = listPendingMigrations(openPool(t, url).db, files.folder)
    await t.rejects(pending, { message }, 'and the service is not ready')
  })

t.test('line ends and hidden files of another system are no change', async (t) => {
  const url = await emptyDatabase(t)
  const { folder, write } = createMigrationsFolder(t)
  await run(url, folder)
  write('.DS_Store', '')
  write('0001_letters.sql', 'create table letters (letter text primary key);\r\n')
  t.same(labels(await run(url, folder)), [])
})

t.test('a database ahead of the files is accepted, as during a deployment', async (t) => {
  const url = await emptyDatabase(t)
  const { folder, remove } = createMigrationsFolder(t)
  await run(url, folder)
  remove('0041_interview_boundaries.sql')
  t.same(labels(await run(url, folder)), [])
  t.same(await listPendingMigrations(openPool(t, url).db, folder), [])
})

t.test('a migration waits only briefly for a table in use, so that the service does not queue behind it', async (t) => {
  const url = await emptyDatabase(t)
  const { folder, write } = createMigrationsFolder(t)
  await run(url, folder)
  const { db } = openPool(t, url)
  write('0042_interview_sessions.sql', 'alter table letters add column n int;\n')
  await db.transaction().execute(async (trx) => {
    await sql`select from letters`.execute(trx)
    await t.rejects(run(url, folder), {
      message: /^0042_interview_sessions failed: canceling statement due to lock timeout/,
    })
  })
  t.same(labels(await run(url, folder)), [42])
})
