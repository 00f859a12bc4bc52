import { readdirSync } from 'node:fs'
import type { Check } from './result.ts'

const folder = new URL('checks/', import.meta.url)

/** The names of all checks: one file of `checks/` each. */
export const checkNames: readonly string[] = readdirSync(folder)
  .map((file) => file.replace(/\.ts$/, ''))
  .toSorted()

/** Loads the check of that name, which its file exports as `runCheck`. */
export async function loadCheck(name: string): Promise<Check> {
  const { runCheck } = await import(new URL(`${name}.ts`, folder).href)
  return runCheck
}
