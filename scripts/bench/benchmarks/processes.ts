import type { Benchmarks } from '../benchmark.ts'
import type { ServerName } from '../environment.ts'
import { startGenerator, toEntrant } from '../load/generator.ts'
import { startPeer } from '../start-peer.ts'

export const servers: readonly ServerName[] = ['stock']

/** Two processes behind a balancer beside one; the load, the balancer and PostgreSQL share the same two cores. */
export const createBenchmarks: Benchmarks = async (environment) => {
  const generate = await startGenerator(environment)
  const [first, second] = [(await environment.startService()).base, (await environment.startService()).base]
  const startBalancer = (...services: string[]) => startPeer(environment, 'balancer.ts', ...services)
  const load = { work: 'mixed', connections: 32 } as const
  return [
    {
      rows: [{ work: 'reads and revises, two processes behind a balancer', unit: 'a second' }],
      entrants: [
        toEntrant(generate, { name: 'one process', role: 'floor', service: first }, load),
        toEntrant(
          generate,
          { name: 'one behind the balancer', role: 'floor', service: await startBalancer(first) },
          load,
        ),
        toEntrant(generate, { name: 'Sittings', role: 'ours', service: await startBalancer(first, second) }, load),
      ],
    },
  ]
}
