import { join } from 'node:path'
import { Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { Test } from 'tap'
import type { Host } from '../../scripts/cli/host.ts'
import { runProgram } from '../../scripts/cli/program.ts'
import { ensureBuild } from '../support/built.ts'
import { freshDatabase } from '../support/database.ts'
import { runToEnd } from '../support/program.ts'

const sources = fileURLToPath(new URL('../../scripts/cli.ts', import.meta.url))

export type Ran = {
  code: number
  stdout: string
  stderr: string
  /** The JSON document on stdout, undefined when that is something else. */
  // biome-ignore lint/suspicious/noExplicitAny: a test asserts on the very fields it names, so a wrong one fails there
  document: any
}

/** A command line over a database of its own. */
export async function openCommandLine(t: Test, isTerminal = false) {
  const { url, db } = await freshDatabase(t)
  const folder = t.testdir()
  const run = (...args: string[]) => runCli(args, { DATABASE_URL: url, DATA_FOLDER: folder }, isTerminal)
  return { url, db, folder, run }
}

let last: Promise<unknown> = Promise.resolve()

/**
 * Runs a command line in this process, with these variables and none of the developer's own; one at a time.
 * @param isTerminal whether stdout says that it is a terminal
 */
export function runCli(args: string[], env: Record<string, string>, isTerminal = false): Promise<Ran> {
  const ran = last.then(() => runInHost(args, env, isTerminal))
  last = ran.catch(() => {})
  return ran
}

async function runInHost(args: string[], env: Record<string, string>, isTerminal: boolean): Promise<Ran> {
  const [stdout, stderr] = [collect(), collect()]
  const host = {
    env,
    stdout: Object.assign(stdout.stream, { isTTY: isTerminal }),
    stderr: stderr.stream,
    exitCode: 0,
  } as unknown as Host
  await runProgram(args, host)
  const said = { stdout: stdout.text(), stderr: stderr.text() }
  return { code: Number(host.exitCode), ...said, document: parseDocument(said.stdout) }
}

function collect() {
  const parts: Buffer[] = []
  const stream = new Writable({
    write(part, _encoding, done) {
      parts.push(Buffer.from(part))
      done()
    },
  })
  return { stream, text: () => Buffer.concat(parts).toString() }
}

/** The command line as it is deployed; it starts in a third of the time of the sources. */
export const buildCli = async (): Promise<string> => join(await ensureBuild(), 'cli.js')

/** The same in a process of its own. */
export async function runCliProcess(args: string[], env: Record<string, string>, program = sources): Promise<Ran> {
  const ended = await runToEnd(process.execPath, [program, ...args], { env })
  return { ...ended, document: parseDocument(ended.stdout) }
}

function parseDocument(stdout: string): unknown {
  try {
    return JSON.parse(stdout)
  } catch {
    return undefined
  }
}
