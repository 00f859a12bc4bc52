import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { type MigrateOptions, migrate, parseRecord, type VerificationRecord } from '#src/database/migrate.ts'
import { emptyDatabase } from '../support/database.ts'
import { queryOnce } from '../support/embedded.ts'
import { createMigrationsFolder } from '../support/migrations.ts'

const run = (
  environment: MigrateOptions['environment'],
  url: string,
  folder: string,
  rest: Partial<MigrateOptions> = {},
) => migrate({ url, folder, environment, ...rest })

/** The record as a file: written by staging, read here. */
const copyRecord = (record: VerificationRecord | undefined) => parseRecord(JSON.stringify(record))

const numbers = (migrations: { number: number }[]) => migrations.map(({ number }) => number)

t.test('staging verifies what it migrated and stores the record', async (t) => {
  const url = await emptyDatabase(t)
  const { folder } = createMigrationsFolder(t)
  const { record } = await run('staging', url, folder)
  t.match(record, { environment: 'staging', fingerprint: /^[a-f0-9]{64}$/, serverMajor: Number })
  t.same(numbers(record?.migrations ?? []), [1, 2, 41])
  t.match(await queryOnce(url, 'select fingerprint, jsonb_array_length(migrations) as n from schema_verifications'), [
    { fingerprint: record?.fingerprint, n: 3 },
  ])
  t.match(await queryOnce(url, `select count(*)::int as n from pg_namespace where nspname like 'rehearsal%'`), [
    { n: 0 },
  ])
  t.match(await queryOnce(url, 'select count(*)::int as n from letters'), [{ n: 1 }], 'the rehearsal touched no row')
  const again = await run('staging', url, folder)
  t.equal(again.record?.fingerprint, record?.fingerprint, 'and does so again when nothing is pending')
})

t.test('staging with a schema that the migrations do not make is not verified', async (t) => {
  const changes = {
    'a column more': 'alter table words add column by_hand text',
    'a column less': 'alter table words drop column origin',
    'another type': 'alter table words alter column origin type varchar(10)',
    'an index more': 'create index by_hand on words (origin)',
    'a constraint less': 'alter table words drop constraint words_word_fkey',
    'a default': `alter table words alter column origin set default 'x'`,
    'a table more': 'create table by_hand (n int)',
    'a domain more': 'create domain by_hand as int check (value > 0)',
    'a function more': 'create function by_hand() returns int language sql return 1',
  }
  for (const [name, change] of Object.entries(changes)) {
    const url = await emptyDatabase(t)
    const { folder } = createMigrationsFolder(t)
    await run('staging', url, folder)
    await queryOnce(url, change)
    await t.rejects(
      run('staging', url, folder),
      { message: /^the schema is not what the migrations make: it (has|lacks) "/ },
      name,
    )
  }
})

t.test('production without a record runs nothing, and names 0041 and 0042 among the missing', async (t) => {
  const url = await emptyDatabase(t)
  const { folder, write } = createMigrationsFolder(t)
  write('0042_interview_sessions.sql', 'create table sessions (n int);\n')
  await t.rejects(run('production', url, folder), {
    name: 'MigrationError',
    message: /^staging has not verified 0001_letters, 0002_words, 0041_interview_boundaries, 0042_interview_sessions/,
  })
  t.match(
    await queryOnce(url, `select to_regclass('letters') as letters, to_regclass('schema_migrations') as ledger`),
    [{ letters: null, ledger: null }],
  )
})

t.test('production runs what staging verified, and no other wording of it', async (t) => {
  const { folder, write } = createMigrationsFolder(t)
  const { record } = await run('staging', await emptyDatabase(t), folder)
  const url = await emptyDatabase(t)
  t.same(numbers((await run('production', url, folder, { verified: copyRecord(record) })).applied), [1, 2, 41])

  write('0042_interview_sessions.sql', 'create table sessions (n int);\n')
  await t.rejects(run('production', url, folder, { verified: copyRecord(record) }), {
    message: /^staging has not verified 0042_interview_sessions:/,
  })
  const reworded = await emptyDatabase(t)
  write('0002_words.sql', 'create table words (word text);\n')
  await t.rejects(run('production', reworded, folder, { verified: copyRecord(record) }), {
    message: /^staging has not verified 0002_words, 0042_interview_sessions:/,
  })
})

t.test('a manual change of production is found by comparison with what staging verified', async (t) => {
  const { folder } = createMigrationsFolder(t)
  const { record } = await run('staging', await emptyDatabase(t), folder)
  const url = await emptyDatabase(t)
  await run('production', url, folder, { verified: copyRecord(record) })
  await queryOnce(url, 'alter table words add column by_hand text')
  await t.rejects(run('production', url, folder, { verified: copyRecord(record) }), {
    message: /not the one that staging verified/,
  })
})

t.test('an override runs it, and its reason is stored with the migration', async (t) => {
  const { folder, write } = createMigrationsFolder(t)
  const { record } = await run('staging', await emptyDatabase(t), folder)
  write('0042_interview_sessions.sql', 'create table sessions (n int);\n')
  const url = await emptyDatabase(t)
  const verified = copyRecord(record)
  await t.rejects(run('production', url, folder, { verified, unverifiedBecause: ' ' }), {
    message: /a reason must be given/,
  })
  const { applied, unverified } = await run('production', url, folder, {
    verified,
    unverifiedBecause: 'staging burnt down',
  })
  t.same(numbers(applied), [1, 2, 41, 42])
  t.same(numbers(unverified), [42])
  t.match(await queryOnce(url, 'select number, unverified_because as reason from schema_migrations order by number'), [
    { number: 1, reason: null },
    { number: 2, reason: null },
    { number: 41, reason: null },
    { number: 42, reason: 'staging burnt down' },
  ])
})

t.test('a file that is not a record is refused', async (t) => {
  const { folder } = createMigrationsFolder(t)
  const { record } = await run('staging', await emptyDatabase(t), folder)
  const broken = [
    'not JSON',
    'null',
    '{}',
    JSON.stringify({ ...record, environment: 'development' }),
    JSON.stringify({ ...record, fingerprint: 'short' }),
    JSON.stringify({ ...record, migrations: [{ number: 1 }] }),
    JSON.stringify({ ...record, migrations: [null] }),
    readFileSync(join(folder, '0001_letters.sql'), 'utf8'),
  ]
  for (const text of broken) t.throws(() => parseRecord(text), { name: 'MigrationError' }, text.slice(0, 40))
})
