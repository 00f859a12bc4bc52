import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const script = fileURLToPath(new URL('../../scripts/cli.ts', import.meta.url))

export type Ran = {
  code: number
  stdout: string
  stderr: string
  /** The JSON document on stdout, undefined when that is something else. */
  // biome-ignore lint/suspicious/noExplicitAny: a test asserts on the very fields it names, so a wrong one fails there
  document: any
}

/** Runs the command line in a process of its own, with these variables and none of the developer's own settings. */
export function runCli(args: string[], env: Record<string, string>): Promise<Ran> {
  return new Promise((resolve) => {
    const options = { env: { PATH: process.env.PATH ?? '', ...env }, maxBuffer: 64_000_000 }
    execFile(process.execPath, [script, ...args], options, (error, stdout, stderr) => {
      const code = error === null ? 0 : Number(error.code ?? -1)
      resolve({ code, stdout, stderr, document: parsed(stdout) })
    })
  })
}

function parsed(stdout: string): unknown {
  try {
    return JSON.parse(stdout)
  } catch {
    return undefined
  }
}
