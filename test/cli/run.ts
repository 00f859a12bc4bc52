import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureBuild } from '../support/built.ts'

const sources = fileURLToPath(new URL('../../scripts/cli.ts', import.meta.url))

export type Ran = {
  code: number
  stdout: string
  stderr: string
  /** The JSON document on stdout, undefined when that is something else. */
  // biome-ignore lint/suspicious/noExplicitAny: a test asserts on the very fields it names, so a wrong one fails there
  document: any
}

/**
 * The command line as it is deployed; it starts in a third of the time of the sources, for tests that run it dozens of
 * times.
 */
export const buildCli = async (): Promise<string> => join(await ensureBuild(), 'cli.js')

/** Runs the command line in a process of its own, with these variables and none of the developer's own settings. */
export function runCli(args: string[], env: Record<string, string>, program = sources): Promise<Ran> {
  return new Promise((resolve) => {
    const options = { env: { PATH: process.env.PATH ?? '', ...env }, maxBuffer: 64_000_000 }
    execFile(process.execPath, [program, ...args], options, (error, stdout, stderr) => {
      const code = error === null ? 0 : Number(error.code ?? -1)
      resolve({ code, stdout, stderr, document: parseDocument(stdout) })
    })
  })
}

function parseDocument(stdout: string): unknown {
  try {
    return JSON.parse(stdout)
  } catch {
    return undefined
  }
}
