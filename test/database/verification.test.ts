import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadModule, parseSync } from 'libpg-query'
import t from 'tap'
import { readMigrations, splitStatements } from '#src/database/migrations/files.ts'
import { parseRecord, type VerificationRecord } from '#src/database/migrations/ledger.ts'
import { migrate } from '#src/database/migrations/migrate.ts'
import { runCli } from '../cli/run.ts'
import { emptyDatabase } from '../support/database.ts'
import { queryOnce } from '../support/embedded.ts'
import { createMigrationsFolder } from '../support/migrations.ts'
import { deployedSettings } from '../support/settings.ts'

/** The record as a file: written by staging, read here. */
const copyRecord = (record: VerificationRecord | undefined) => parseRecord(JSON.stringify(record))

const numbers = (migrations: { number: number }[]) => migrations.map(({ number }) => number)

t.test('production runs what staging verified, and no other wording of it', async (t) => {
  const { folder, write } = createMigrationsFolder(t)
  const staging = await emptyDatabase(t)
  const inStaging = { environment: 'staging', url: staging, folder } as const
  const { record } = await migrate(inStaging)
  t.match(record, { environment: 'staging', verifiedAt: /Z$/, migrations: [{ checksum: /^[a-f0-9]{64}$/ }] })
  t.match(await migrate(inStaging), { applied: { length: 0 }, record: { migrations: record?.migrations } })
  const url = await emptyDatabase(t)
  const inProduction = { environment: 'production', url, folder, verified: copyRecord(record) } as const
  t.same(numbers((await migrate(inProduction)).applied), [1, 2, 41])

  write('0042_interview_sessions.sql', 'create table sessions (n int);\n')
  await t.rejects(migrate(inProduction), { message: /^staging has not verified 0042_interview_sessions:/ })
  const reworded = await emptyDatabase(t)
  write('0002_words.sql', 'create table words (word text);\n')
  await t.rejects(migrate({ ...inProduction, url: reworded }), {
    message: /^staging has not verified 0002_words, 0042_interview_sessions:/,
  })
})

t.test('a file that is not a record is refused', async (t) => {
  const { folder } = createMigrationsFolder(t)
  const { record } = await migrate({ environment: 'staging', url: await emptyDatabase(t), folder })
  const broken = [
    'not JSON',
    'null',
    '{}',
    JSON.stringify({ ...record, environment: 'development' }),
    JSON.stringify({ ...record, migrations: [{ number: 1, checksum: 'short' }] }),
    JSON.stringify({ ...record, migrations: [null] }),
    readFileSync(join(folder, '0001_letters.sql'), 'utf8'),
  ]
  for (const text of broken) t.throws(() => parseRecord(text), { name: 'MigrationError' }, text.slice(0, 40))
})

const newest = readMigrations().length

type Outcome = { exitCode: number; document: Record<string, unknown>; words: string }

/** The command as an operator runs it; its output has to be one JSON document. */
async function migrateIn(environment: string, url: string, ...options: string[]): Promise<Outcome> {
  const env = { ...deployedSettings, SERVICE_ENVIRONMENT: environment, DATABASE_URL: url }
  const { code, stdout, stderr } = await runCli(['migrate', ...options], env)
  return { exitCode: code, document: JSON.parse(stdout), words: stderr }
}

t.test('the record goes from staging to production as a file', async (t) => {
  const record = join(t.testdir(), 'verified.json')
  const staging = await migrateIn('staging', await emptyDatabase(t), '--verified-out', record)
  t.match(staging, { exitCode: 0, document: { status: 'ok', verified: { migrations: newest } } })

  const url = await emptyDatabase(t)
  const refused = await migrateIn('production', url)
  t.match(refused, {
    exitCode: 1,
    document: {
      status: 'error',
      code: 'state_changed',
      error: /staging has not verified .*0041_interview_boundaries, 0042_interview_sessions/,
    },
    words: /^error: staging has not verified/,
  })
  t.match(await queryOnce(url, `select to_regclass('schema_migrations') as ledger`), [{ ledger: null }])
  const without = await migrateIn('production', url, '--verified', `${record}.txt`)
  t.match(
    without,
    { exitCode: 1, document: { code: 'invalid_request', error: /cannot be opened/ } },
    'and not an outage',
  )
  const production = await migrateIn('production', url, '--verified', record)
  t.match(production, { exitCode: 0, document: { status: 'ok' }, words: /^applied 0001_/ })
  t.equal((production.document.applied as string[]).length, newest)
  t.match(
    await migrateIn('production', url),
    { exitCode: 0, document: { applied: { length: 0 } } },
    'nothing pending needs no record',
  )
})

t.test('a record is only written after a verification', async (t) => {
  const outcome = await migrateIn(
    'development',
    await emptyDatabase(t),
    '--verified-out',
    join(t.testdir(), 'verified.json'),
  )
  t.match(outcome, { exitCode: 1, document: { error: /--verified-out is for SERVICE_ENVIRONMENT=staging/ } })
})

await loadModule()

t.test('every migration is split as PostgreSQL’s own parser splits it, and controls no transaction', async (t) => {
  const migrations = readMigrations()
  t.ok(migrations.length > 5)
  for (const { name, sql } of migrations) {
    const statements = splitStatements(sql)
    t.equal(statements.length, parseSync(sql).stmts?.length, name)
    t.notMatch(
      JSON.stringify(parseSync(sql)),
      /TransactionStmt/,
      'it runs in one together with its entry in the ledger',
    )
    for (const statement of statements) t.equal(parseSync(statement).stmts?.length, 1)
  }
})

t.test('a semicolon in a string, a name, a body or a comment ends no statement', async (t) => {
  const statements = [
    `select ';', 'it''s; so', ";"`,
    `\n-- one; two\ncreate function f() returns int language plpgsql as $body$ begin return 1; end $body$`,
    `\n/* a; b */ select $$;$$`,
  ]
  t.same(splitStatements(`${statements.join(';')};\n-- the end;\n`), statements)
})
