import { fileURLToPath } from 'node:url'
import { buildService } from '../../build/service.ts'
import type { Benchmarks, Entrant } from '../benchmark.ts'
import { type ServerName, unlimited } from '../environment.ts'
import { startGenerator } from '../load/generator.ts'
import { boot, deployedFlags, end, measureBootMs, measureResidentMb, type Program, startFlags } from '../start/boot.ts'

const built = fileURLToPath(new URL('../../../built', import.meta.url))

export const servers: readonly ServerName[] = ['stock']

/**
 * How soon a process answers whose database runs already, as it is deployed and as a developer starts it; and what it
 * holds of memory after a minute of load.
 */
export const createBenchmarks: Benchmarks = async (environment) => {
  await buildService(built)
  const generate = await startGenerator(environment)
  const env = { ...unlimited, DATABASE_URL: environment.url, DATA_FOLDER: environment.dataFolder }
  const deployed: Program = { script: '../../built/server.js', flags: deployedFlags, env }
  const createStartEntrant = (name: string, role: Entrant['role'], program: Program): Entrant => ({
    name,
    role,
    measure: async (seconds) => [{ value: await measureBootMs(program, seconds) }],
  })

  async function measureLoadedMb(): Promise<number> {
    const { process: child, base } = await boot(deployed)
    try {
      await generate({ work: 'mixed', connections: 32, seconds: environment.memorySeconds, service: base })
      return measureResidentMb(child)
    } finally {
      await end(child)
    }
  }
  return [
    {
      rows: [{ work: 'start to the first 200', unit: 'ms', goals: [{ against: 'bare Fastify', atMost: 1.4 }] }],
      warmUpSeconds: 0.1,
      entrants: [
        createStartEntrant('bare Fastify', 'floor', { script: 'peers/bare-fastify.ts', env: {} }),
        createStartEntrant('Sittings from its sources', 'peer', {
          script: '../../src/server.ts',
          flags: startFlags,
          env,
        }),
        createStartEntrant('Sittings', 'ours', deployed),
      ],
    },
    {
      rows: [{ work: 'resident memory after a minute of reads and revises', unit: 'MB', goals: [{ atMost: 140 }] }],
      rounds: 1,
      warmUpSeconds: 0,
      entrants: [{ name: 'Sittings', role: 'ours', measure: async () => [{ value: await measureLoadedMb() }] }],
    },
  ]
}
