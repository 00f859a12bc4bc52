import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { tsc } from '../../scripts/build/compiler.ts'

/** Compiles the project of a folder; the compiler's output, empty on success. */
export async function compile(folder: string, ...args: string[]): Promise<string> {
  const child = spawn(tsc, ['-p', folder, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return code === 0 ? '' : `exit ${code}: ${out}${err}`
}
