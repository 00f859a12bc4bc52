import { readdirSync } from 'node:fs'
import type { SystemTest } from './result.ts'

/** Those of `tests/` run in every `npm test`; those of `nightly/` take longer, and run whole or not at all. */
const folders = [new URL('tests/', import.meta.url), new URL('nightly/', import.meta.url)] as const

const listNames = (folder: URL) => readdirSync(folder).map((file) => file.replace(/\.ts$/, ''))

const [inEveryRun, nightly] = folders.map((folder) => listNames(folder).toSorted()) as [string[], string[]]

/** The system tests that have a short form. */
export const shortTestNames: readonly string[] = inEveryRun

/** One file of the two folders each. */
export const systemTestNames: readonly string[] = [...inEveryRun, ...nightly].toSorted()

/** Every file exports its system test as `runSystemTest`. */
export async function loadSystemTest(name: string): Promise<SystemTest> {
  const folder = inEveryRun.includes(name) ? folders[0] : folders[1]
  const { runSystemTest } = await import(new URL(`${name}.ts`, folder).href)
  return runSystemTest
}
