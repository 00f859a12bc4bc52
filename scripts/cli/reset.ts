import { Command } from 'commander'
import { loadConfig } from '#src/config.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { assertResettable, resetSampleData } from '#src/runtime/sample-data.ts'
import { withDatabase } from './database.ts'
import { host } from './host.ts'
import { isConfirmed, printResult } from './output.ts'

const use = `
Works while the service runs: requests wait for it. Tokens stay valid. Anywhere else than on the embedded database of a
developer's machine it is refused.`

export function buildResetCommand(): Command {
  return new Command('reset')
    .description("Put a developer's machine back to the sample data; what was said and saved since is gone.")
    .option('--yes', 'do not ask')
    .addHelpText('after', use)
    .action(runReset)
}

async function runReset({ yes = false }: { yes?: boolean }) {
  // Before any database is opened: the configured one may hold other data.
  assertResettable(loadConfig(host.env))
  if (!yes && !(await isConfirmed('All that was saved on this machine is gone then.')))
    throw new Problem('invalid_request', { message: 'nothing was reset; see --yes' })
  await withDatabase((db, config) => resetSampleData(config, db))
  printResult('as after the first start', { status: 'ok' })
}
