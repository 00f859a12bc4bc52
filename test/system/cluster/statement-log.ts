import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Makes the server log every statement that is sent. */
export const recording = {
  fsync: 'off',
  logging_collector: 'on',
  log_destination: 'jsonlog',
  log_filename: 'statements.log',
  log_rotation_size: '0',
  log_rotation_age: '0',
  log_statement: 'all',
}

/** By this the server tells sessions of the service and of the command line from those that prepare the environment. */
export const applicationNames = { service: 'sittings sharded', commandLine: 'sittings cli' }

/** Statements of a transaction or a session that read no table, or ask Citus of itself. */
const isWithoutTable = (statement: string) =>
  /^\s*(begin|start transaction|commit|rollback|set |savepoint|release|explain|do )/i.test(statement) ||
  !/\b(from|into|update)\b/i.test(statement) ||
  statement.includes('run_command_on_workers')

/** Every statement that was sent under a name, once each. */
export function readStatementsSent(folder: string, applicationName: string): string[] {
  const lines = readFileSync(join(folder, 'data', 'log', 'statements.json'), 'utf8').split('\n')
  const sent = new Set<string>()
  for (const line of lines) {
    if (line === '') continue
    const { application_name: by, message } = JSON.parse(line) as { application_name?: string; message: string }
    const statement = /^(?:statement|execute [^:]*): ([\s\S]*)$/.exec(message)?.[1]
    if (by === applicationName && statement !== undefined && !isWithoutTable(statement)) sent.add(statement)
  }
  return [...sent]
}
