import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** A missing tool or a failed step of a generator; printed as its message, without a stack. */
export class CommandError extends Error {}

/** Runs a program to its end; returns its output. @throws CommandError with the program's output */
export async function run(program: string, args: string[], cwd: string, env: NodeJS.ProcessEnv = {}): Promise<string> {
  try {
    const options = { cwd, env: { ...process.env, ...env }, maxBuffer: 64 * 1_024 * 1_024 }
    const { stdout } = await promisify(execFile)(program, args, options)
    return stdout
  } catch (error) {
    const {
      code,
      stdout = '',
      stderr = '',
      message,
    } = error as NodeJS.ErrnoException & { stdout?: string; stderr?: string }
    if (code === 'ENOENT') throw new CommandError(`${program} is not installed here`)
    throw new CommandError(
      `${program} ${args.join(' ')} did not work: ${`${stdout}${stderr}`.trim().slice(-4_000) || message}`,
    )
  }
}
