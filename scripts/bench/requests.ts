import { claimants, makeAnswers } from './answers.ts'
import type { Benchmark, Benchmarks } from './benchmark.ts'
import { openHttpCalls } from './http-calls.ts'
import { type Load, loadArtists, runLoad, type Side } from './load.ts'
import { openStatementCalls } from './statement-calls.ts'

const connectionsMax = 32

/** Requests for random answers of 100,000, of 10,000 artists: alone, of several writers, and as whole sittings. */
export const createRequestBenchmarks: Benchmarks = async ({ openPool, startService, authorize, teardown }) => {
  const pool = openPool(connectionsMax)
  await makeAnswers(pool)
  const { base } = await startService()
  const authorizations = await Promise.all(claimants.map(authorize))
  const connections = Array.from({ length: connectionsMax }, (_, at) =>
    openHttpCalls(base, authorizations[at % authorizations.length] ?? ''),
  )
  teardown(() => Promise.all(connections.map(({ close }) => close())))
  const service: Side = { artists: await loadArtists(pool, 'service'), calls: connections }
  const plain: Side = {
    artists: await loadArtists(pool, 'plain'),
    calls: connections.map(() => openStatementCalls(pool)),
  }
  const compare = (load: Load, works: readonly string[]): Benchmark => ({
    rows: works.map((work) => ({ work, unit: 'a second' })),
    warmUpSeconds: 3,
    floor: {
      name: 'one statement by hand on plain tables, no HTTP',
      measure: (seconds) => runLoad(plain, load, seconds),
    },
    ours: (seconds) => runLoad(service, load, seconds),
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
