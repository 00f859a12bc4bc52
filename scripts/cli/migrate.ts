import { readFileSync, writeFileSync } from 'node:fs'
import { Command } from 'commander'
import { ConfigError } from '#src/config.ts'
import { formatMigrationLabel } from '#src/database/migrations/files.ts'
import { parseRecord } from '#src/database/migrations/ledger.ts'
import { migrate } from '#src/database/migrations/migrate.ts'
import { openDatabase } from '#src/runtime/open-database.ts'
import { loadOperatorConfig } from './database.ts'
import { formatCount, printResult, printToStderr } from './output.ts'

type Options = { verified?: string; verifiedOut?: string; grantTo?: string }

export function buildMigrateCommand(): Command {
  return new Command('migrate')
    .description(
      'Bring the database to the newest migration; safe to run twice and at the same time. ' +
        'Staging returns a record of what it has; production runs only what such a record names.',
    )
    .option('--verified-out <file>', 'staging: write the verification record here, to be brought to production')
    .option('--verified <file>', 'production: the record that staging wrote (default: MIGRATIONS_VERIFIED)')
    .option(
      '--grant-to <role>',
      'the role that the service signs in with gets what it needs of the tables, and no more',
    )
    .action(runMigrate)
}

async function runMigrate({ verified: verifiedFile, verifiedOut, grantTo }: Options) {
  const config = loadOperatorConfig()
  const { environment } = config
  if (verifiedOut !== undefined && environment !== 'staging') {
    throw new ConfigError(
      '--verified-out',
      'is for SERVICE_ENVIRONMENT=staging, which verifies what production then runs',
    )
  }
  const recordFile = verifiedFile ?? config.migrationsVerifiedFile
  const verified = recordFile === undefined ? undefined : parseRecord(readFileSync(recordFile, 'utf8'))
  const { url, close } = await openDatabase(config, { applicationName: 'sittings migrate', migrateFirst: false })
  try {
    const { applied, record } = await migrate({
      url,
      environment,
      transactionPooler: config.pool.transactionPooler,
      verified,
      grantTo,
    })
    for (const migration of applied) printToStderr(`applied ${formatMigrationLabel(migration)}`)
    if (verifiedOut !== undefined) writeFileSync(verifiedOut, `${JSON.stringify(record, null, 2)}\n`)
    const { length } = applied
    const sentence = length === 0 ? 'The database has every migration.' : `${formatCount(length, 'migration')} applied.`
    printResult(sentence, {
      status: 'ok',
      environment,
      applied: applied.map(formatMigrationLabel),
      ...(record && { verified: { at: record.verifiedAt, migrations: record.migrations.length } }),
    })
  } finally {
    await close()
  }
}
