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

/** Apart from the server's own sessions, this distinguishes the service's from those that prepare the stage. */
export const applicationName = 'sittings sharded'

/** Statements of a transaction or a session that read no table. */
const isAboutNothing = (statement: string) =>
  /^(begin|start transaction|commit|rollback|set |savepoint|release|explain)/i.test(statement) ||
  !/\b(from|into|update)\b/i.test(statement)

/** Every statement that the service has sent, once each. */
export function statementsSent(folder: string): string[] {
  const lines = readFileSync(join(folder, 'data', 'log', 'statements.json'), 'utf8').split('\n')
  const sent = new Set<string>()
  for (const line of lines) {
    if (line === '') continue
    const { application_name: by, message } = JSON.parse(line) as { application_name?: string; message: string }
    const statement = /^(?:statement|execute [^:]*): ([\s\S]*)$/.exec(message)?.[1]
    if (by === applicationName && statement !== undefined && !isAboutNothing(statement)) sent.add(statement)
  }
  return [...sent]
}
