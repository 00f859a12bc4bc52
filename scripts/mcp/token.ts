import { exec } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Token } from '../../src/clients/typescript/index.ts'

const runShell = promisify(exec)
const commandTimeoutMs = 30_000

/** Where the caller's token comes from over stdio; at most one is set. */
export const tokenVariables = ['SITTINGS_TOKEN', 'SITTINGS_TOKEN_FILE', 'SITTINGS_TOKEN_COMMAND'] as const

/**
 * The token of the environment. A file is read for each call; a command runs at the first call and again when the
 * service refuses its token, since a token expires after about an hour.
 * @throws Error when more than one of the variables is set
 */
export function findToken(env: NodeJS.ProcessEnv): Token | undefined {
  const set = tokenVariables.filter((name) => env[name])
  if (set.length > 1) throw new Error(`set only one of ${set.join(', ')}`)
  const { SITTINGS_TOKEN: token, SITTINGS_TOKEN_FILE: file, SITTINGS_TOKEN_COMMAND: command } = env
  if (file) return async () => (await readFile(file, 'utf8')).trim()
  if (command) return createCommandToken(command)
  return token || undefined
}

function createCommandToken(command: string): Token {
  let latest: Promise<string> | undefined
  return ({ refusedBefore }) => {
    if (refusedBefore) latest = undefined
    latest ??= runCommand(command).catch((error: unknown) => {
      latest = undefined
      throw error
    })
    return latest
  }
}

async function runCommand(command: string): Promise<string> {
  const { stdout } = await runShell(command, { timeout: commandTimeoutMs })
  const token = stdout.trim()
  if (token === '') throw new Error('SITTINGS_TOKEN_COMMAND printed no token')
  return token
}
