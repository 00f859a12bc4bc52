import { readdirSync } from 'node:fs'
import type { BenchmarkFile } from './benchmark.ts'

const folder = new URL('benchmarks/', import.meta.url)

/** The names of all benchmarks: one file of `benchmarks/` each. */
export const benchmarkNames: readonly string[] = readdirSync(folder)
  .map((file) => file.replace(/\.ts$/, ''))
  .toSorted()

export const loadBenchmarkFile = (name: string): Promise<BenchmarkFile> => import(new URL(`${name}.ts`, folder).href)
