import { readdirSync } from 'node:fs'
import type { Benchmarks } from './benchmark.ts'

const folder = new URL('benchmarks/', import.meta.url)

/** The names of all benches: one file of `benchmarks/` each. */
export const benchmarkNames: readonly string[] = readdirSync(folder)
  .map((file) => file.replace(/\.ts$/, ''))
  .toSorted()

/** Loads the bench of that name, which its file exports as `benchmarks`. */
export async function loadBenchmarks(name: string): Promise<Benchmarks> {
  const { benchmarks } = await import(new URL(`${name}.ts`, folder).href)
  return benchmarks
}
