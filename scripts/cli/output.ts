import { createInterface } from 'node:readline/promises'
import { CommanderError } from 'commander'
import { ConfigError } from '#src/config.ts'
import { MigrationError } from '#src/database/migrations/files.ts'
import { sqlState } from '#src/database/sqlstates.ts'
import { toDatabaseProblem } from '#src/database/violations.ts'
import { explainFailure } from '#src/runtime/explain-failure.ts'
import { host, state } from './host.ts'

/** The reader of the output may leave before its end, as `head` does: the command then ends without a message. */
export function tolerateClosedOutput(): void {
  for (const stream of [host.stdout, host.stderr]) {
    stream.on('error', ({ code, message }: NodeJS.ErrnoException) => {
      if (code !== 'EPIPE' && stream === host.stdout) printToStderr(`error: the output cannot be written: ${message}`)
      state.isOutputClosed = true
      host.exitCode = 1
    })
  }
}

/** Whether stdout is a terminal, and JSON was not asked for. */
export const isForPeople = (): boolean => host.stdout.isTTY && !state.json

/** The one JSON document of a command. */
export const print = (document: Record<string, unknown>) => void host.stdout.write(`${JSON.stringify(document)}\n`)

/** A line for people. */
export const printToStderr = (words: string) => void host.stderr.write(`${words}\n`)

/** The result of a command: the sentence where stdout is for people, else the document, and the sentence to stderr. */
export function printResult(sentence: string, document: Record<string, unknown>): void {
  const line = escapeControls(sentence)
  if (isForPeople()) return void host.stdout.write(`${line}\n`)
  printToStderr(line)
  print(document)
}

/** A name may contain control characters of the terminal, or direction marks. */
export const escapeControls = (text: string): string =>
  text.replace(/[\p{Cc}\p{Bidi_Control}]/gu, (control) => `\\u{${control.codePointAt(0)?.toString(16)}}`)

/** `noun` is given in the singular. */
export const formatCount = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** Commander's help, or a call without a command, is no failure: the help has been printed. */
export const isHelp = (error: unknown): boolean =>
  error instanceof CommanderError && error.code === 'commander.helpDisplayed'

/** Says why a command failed, to people and to programs; the process ends with 1, or 2 if it was called wrongly. */
export function reportFailure(error: unknown): void {
  if (state.isOutputClosed) return
  // Commander begins its messages so.
  const reason = explainFailure(error).replace(/^error: /, '')
  printToStderr(`error: ${reason}`)
  if (!isForPeople()) print({ status: 'error', code: findCode(error), error: reason })
  host.exitCode = error instanceof CommanderError ? 2 : 1
}

/** The service's own codes, so that a script can branch on them as a client does. */
function findCode(error: unknown): string {
  // A file that the operator named cannot be opened.
  const { syscall, code } = (error ?? {}) as NodeJS.ErrnoException
  if (error instanceof CommanderError || syscall === 'open') return 'invalid_request'
  if (error instanceof ConfigError) return 'not_configured'
  if (error instanceof MigrationError) return 'state_changed'
  if (code === sqlState.insufficientPrivilege) return 'not_configured'
  return toDatabaseProblem(error)?.code ?? 'internal'
}

/** Asks at the terminal; without a terminal, or after Ctrl+C or Ctrl+D, the answer is no. */
export async function isConfirmed(consequence: string): Promise<boolean> {
  if (!process.stdin.isTTY) return false
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return (await terminal.question(`${consequence} Type yes to go on: `).catch(() => 'no')) === 'yes'
  } finally {
    terminal.close()
  }
}
