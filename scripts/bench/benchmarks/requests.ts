import type { Benchmark, Benchmarks } from '../benchmark.ts'
import { startGenerator } from '../load/generator.ts'
import type { Load } from '../load/scenarios.ts'

const floor = 'one statement by hand on plain tables, no HTTP'

/** Requests for random answers of 100,000, of 10,000 artists: alone, of several writers, and as whole sittings. */
export const createRequestBenchmarks: Benchmarks = async (environment) => {
  const generate = await startGenerator(environment)
  const { base } = await environment.startService()
  const compare = (load: Omit<Load, 'service' | 'seconds'>, works: readonly string[]): Benchmark => ({
    rows: works.map((work) => ({ work, unit: 'a second' })),
    warmUpSeconds: 3,
    floor: { name: floor, measure: (seconds) => generate({ ...load, seconds }) },
    ours: (seconds) => generate({ ...load, seconds, service: base }),
  })
  return [
    compare({ work: 'read', connections: 32 }, ['read, 32 connections']),
    compare({ work: 'revise', connections: 1 }, ['revise, one writer']),
    compare({ work: 'revise', connections: 16 }, ['revise, 16 writers']),
    compare({ work: 'revise', connections: 16, sharedArtist: true }, ['revise, 16 writers of one artist']),
    compare(
      { work: 'sitting', connections: 16 },
      ['offer', 'answer', 'finish'].map((step) => `${step}, 16 sittings at once`),
    ),
  ]
}
