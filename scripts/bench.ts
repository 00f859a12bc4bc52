/**
 * `npm run bench -- [NAME …] [--only WORK] [--server stock|tuned] [--rounds N] [--seconds S] [--write]`: how fast the
 * service is beside its floors and peers in the same run. `--write` keeps what was measured in the tables of the
 * READMEs. Exits with 1 when a benchmark could not be run, never for a figure: a slow machine is no defect.
 */
import { parseArgs } from 'node:util'
import type { Benchmark } from './bench/benchmark.ts'
import {
  type Server,
  type ServerName,
  serverNames,
  withBenchEnvironment,
  withDataFolder,
  withServer,
} from './bench/environment.ts'
import { benchmarkNames, loadBenchmarkFile } from './bench/registry.ts'
import { keepResults, writeTables } from './bench/results.ts'
import { type RowResult, runBenchmark } from './bench/rounds.ts'
import { tableOf } from './bench/table.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', multiple: true, default: [''] },
    server: { type: 'string', multiple: true, default: serverNames },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '1.5' },
    write: { type: 'boolean', default: false },
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
const size = { rounds: Number(values.rounds), seconds: Number(values.seconds) }
if (!(size.rounds >= 1) || !(size.seconds > 0)) fail('--rounds is at least 1, and --seconds more than 0')

/** The rows of the work whose name holds one of the texts of `--only`. */
const isAsked = ({ rows }: Benchmark) => rows.some(({ work }) => values.only.some((text) => work.includes(text)))

async function runFile(name: string, server: Server): Promise<void> {
  const { benchmarks, servers = serverNames, isLong = false } = await loadBenchmarkFile(name)
  if (!servers.includes(server.name) || (isLong && !positionals.includes(name))) return
  await withBenchEnvironment(server, async (environment) => {
    const rows: RowResult[] = []
    for (const benchmark of (await benchmarks(environment)).filter(isAsked)) {
      const measured = await runBenchmark(benchmark, size, server.name)
      console.log(tableOf(measured))
      rows.push(...measured)
    }
    if (values.write && rows.length > 0) keepResults(name, server.name, rows, size)
  })
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
if (values.write) writeTables()
