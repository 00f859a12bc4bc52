import { join } from 'node:path'
import t from 'tap'
import { readMigrations } from '#src/database/migrations/files.ts'
import { runCli } from '../cli/run.ts'
import { emptyDatabase } from '../support/database.ts'

const deployed = {
  TOKEN_ISSUER: 'https://issuer.example',
  TOKEN_AUDIENCE: 'sittings',
  TOKEN_JWKS_URL: 'https://issuer.example/keys',
}
const newest = readMigrations().length

type Outcome = { exitCode: number; document: Record<string, unknown>; words: string }

/** The command as an operator runs it; its output has to be one JSON document. */
async function migrateIn(environment: string, url: string, ...options: string[]): Promise<Outcome> {
  const env = { ...deployed, SERVICE_ENVIRONMENT: environment, DATABASE_URL: url }
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
    { exitCode: 0, document: { applied: [] } },
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
