import { readdirSync } from 'node:fs'
import type { SystemTest } from './result.ts'

const folder = new URL('tests/', import.meta.url)

/** One file of `tests/` each. */
export const systemTestNames: readonly string[] = readdirSync(folder)
  .map((file) => file.replace(/\.ts$/, ''))
  .toSorted()

/** Every file exports its system test as `runSystemTest`. */
export async function loadSystemTest(name: string): Promise<SystemTest> {
  const { runSystemTest } = await import(new URL(`${name}.ts`, folder).href)
  return runSystemTest
}
