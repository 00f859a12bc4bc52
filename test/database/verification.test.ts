import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { type MigrateOptions, migrate, parseRecord, type VerificationRecord } from '#src/database/migrations/migrate.ts'
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

t.test('staging returns a record of all that it has, also when nothing was pending', async (t) => {
  const url = await emptyDatabase(t)
  const { folder } = createMigrationsFolder(t)
  const { record } = await run('staging', url, folder)
  t.match(record, { environment: 'staging', verifiedAt: /Z$/, migrations: [{ checksum: /^[a-f0-9]{64}$/ }] })
  t.same(numbers(record?.migrations ?? []), [1, 2, 41])
  const again = await run('staging', url, folder)
  t.same(again.applied, [])
  t.same(again.record?.migrations, record?.migrations)
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

t.test('a file that is not a record is refused', async (t) => {
  const { folder } = createMigrationsFolder(t)
  const { record } = await run('staging', await emptyDatabase(t), folder)
  const broken = [
    'not JSON',
    'null',
    '{}',
    JSON.stringify({ ...record, environment: 'development' }),
    JSON.stringify({ ...record, migrations: [{ number: 1, checksum: 'short' }] }),
    JSON.stringify({ ...record, migrations: [{ number: 1 }] }),
    JSON.stringify({ ...record, migrations: [null] }),
    readFileSync(join(folder, '0001_letters.sql'), 'utf8'),
  ]
  for (const text of broken) t.throws(() => parseRecord(text), { name: 'MigrationError' }, text.slice(0, 40))
})
