import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ensureBuild } from '../../../test/support/built.ts'
import type { Benchmark, Benchmarks, Row } from '../benchmark.ts'
import { longArtist, writeImportFile } from '../data/import-file.ts'
import type { ServerName } from '../environment.ts'
import { openAnotherDatabase } from '../queue/another-database.ts'

export const servers: readonly ServerName[] = ['stock']

const run = promisify(execFile)

/** Commands on a whole database, their start included: an import, `verify` of all that it made, an export. */
export const createBenchmarks: Benchmarks = async (environment) => {
  const url = await openAnotherDatabase(environment, 'bulk')
  const file = join(environment.folder, 'import.jsonl')
  const { importLines } = environment
  await writeImportFile(file, importLines)
  const cli = join(await ensureBuild(), 'cli.js')
  const env = { PATH: process.env.PATH, DATABASE_URL: url, DATA_FOLDER: environment.dataFolder }

  /** What the command printed, and the seconds that it took. */
  async function timeCommand(...command: string[]) {
    const startedMs = performance.now()
    const { stdout } = await run(process.execPath, [cli, ...command], { env, maxBuffer: 1e8 })
    return { printed: JSON.parse(stdout), seconds: (performance.now() - startedMs) / 1_000 }
  }
  const runOnce = (row: Row, rounds: number, measure: () => Promise<number>): Benchmark => ({
    rows: [row],
    rounds,
    warmUpSeconds: 0,
    entrants: [{ name: 'Sittings', role: 'ours', measure: async () => [{ value: await measure() }] }],
  })
  return [
    runOnce(
      { work: 'import of 120,000 lines of 10,000 artists', unit: 'lines a second', goals: [{ atLeast: 4_000 }] },
      1,
      async () => {
        const { printed, seconds } = await timeCommand('import', file)
        if (printed.added !== importLines) throw new Error(`The import added ${printed.added} records`)
        return importLines / seconds
      },
    ),
    runOnce({ work: 'verify of what was imported', unit: 'rows a second' }, 1, async () => {
      const { printed, seconds } = await timeCommand('verify')
      return Object.values(printed.rows as Record<string, number>).reduce((sum, rows) => sum + rows, 0) / seconds
    }),
    runOnce({ work: 'export of an artist with 20,000 answers', unit: 'lines a second' }, 3, async () => {
      const { printed, seconds } = await timeCommand(
        'export',
        '--artist',
        longArtist,
        '--out',
        join(environment.folder, 'export'),
      )
      return printed.lines / seconds
    }),
  ]
}
