import type { Benchmarks } from '../benchmark.ts'
import type { ServerName } from '../environment.ts'
import { startGenerator, toEntrant } from '../load/generator.ts'
import { openAnotherDatabase } from '../queue/another-database.ts'

export const servers: readonly ServerName[] = ['stock']

/** An advance that finds no slice, as an open page asks for again and again; of a database whose queue is empty. */
export const createBenchmarks: Benchmarks = async (environment) => {
  const url = await openAnotherDatabase(environment, 'idle')
  const { base } = await environment.startService({ DATABASE_URL: url })
  const generate = await startGenerator(environment)
  const load = { work: 'advance', connections: 16 } as const
  return [
    {
      rows: [{ work: 'advance of an empty queue, 16 connections', unit: 'a second' }],
      entrants: [
        toEntrant(generate, { name: 'one statement by hand on an empty table, no HTTP', role: 'floor' }, load),
        toEntrant(generate, { name: 'Sittings', role: 'ours', service: base }, load),
      ],
    },
  ]
}
