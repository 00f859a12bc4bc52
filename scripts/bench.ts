/**
 * `npm run bench -- [NAME …] [--only WORK] [--server stock|tuned] [--rounds N] [--seconds S] [--small]`: how fast the
 * service is beside its floor and a peer in the same run. `--small` only shows that all can be run. Exits with 1 when a
 * benchmark could not be run.
 */
import { parseArgs } from 'node:util'
import type { Benchmark } from './bench/benchmark.ts'
import {
  type Server,
  type ServerName,
  serverNames,
  sizes,
  withBenchEnvironment,
  withDataFolder,
  withServer,
} from './bench/environment.ts'
import { benchmarkNames, loadBenchmarkFile } from './bench/registry.ts'
import { runBenchmark } from './bench/rounds.ts'
import { renderTables } from './bench/table.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', multiple: true, default: [''] },
    server: { type: 'string', multiple: true, default: serverNames },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    small: { type: 'boolean', default: false },
  },
})

function fail(message: string): never {
  console.error(message)
  process.exit(2)
}

const unknown = positionals.find((name) => !benchmarkNames.includes(name))
if (unknown !== undefined) fail(`There is no benchmark ${unknown}; there are ${benchmarkNames.join(', ')}`)
const notServer = values.server.find((name) => !serverNames.includes(name as ServerName))
if (notServer !== undefined) fail(`--server is ${serverNames.join(' or ')}, and not ${notServer}`)
const { rounds = values.small ? '1' : '3', seconds = values.small ? '0.2' : '1.5' } = values
const size = { rounds: Number(rounds), seconds: Number(seconds) }
if (!(size.rounds >= 1) || !(size.seconds > 0)) fail('--rounds is at least 1, and --seconds more than 0')

/** The rows of the work whose name holds one of the texts of `--only`. */
const isAsked = ({ rows }: Benchmark) => rows.some(({ work }) => values.only.some((text) => work.includes(text)))

async function runFile(name: string, server: Server): Promise<void> {
  const { createBenchmarks, servers = serverNames, isLong = false } = await loadBenchmarkFile(name)
  if (!servers.includes(server.name) || (isLong && !positionals.includes(name))) return
  const startedMs = performance.now()
  await withBenchEnvironment(server, sizes[values.small ? 'small' : 'full'], async (environment) => {
    for (const benchmark of (await createBenchmarks(environment)).filter(isAsked)) {
      const rows = await runBenchmark(benchmark, size, server.name)
      console.log(renderTables(rows))
    }
  })
  console.log(`${name} on the ${server.name} server: ${Math.round((performance.now() - startedMs) / 1_000)} s\n`)
}

await withDataFolder(async (folder) => {
  for (const serverName of values.server as ServerName[]) {
    await withServer(serverName, folder, async (server) => {
      for (const name of positionals.length > 0 ? positionals : benchmarkNames) {
        try {
          await runFile(name, server)
        } catch (error) {
          console.error(`The benchmark ${name} could not be run:`, error)
          process.exitCode = 1
        }
      }
    })
  }
})
