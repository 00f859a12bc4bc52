import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ensureBuild } from '../../../test/support/built.ts'
import type { Benchmark, Benchmarks } from '../benchmark.ts'
import { longArtist, writeImportFile } from '../data/import-file.ts'

const run = promisify(execFile)

/** Commands on a whole database, their start included: an import, `verify` of all that it made, an export. */
export const createBulkBenchmarks: Benchmarks = async ({ url, folder, dataFolder, importLines }) => {
  const file = join(folder, 'import.jsonl')
  await writeImportFile(file, importLines)
  const cli = join(await ensureBuild(), 'cli.js')
  const env = { PATH: process.env.PATH, DATABASE_URL: url, DATA_FOLDER: dataFolder }

  /** What the command printed, and the seconds that it took. */
  async function timeCommand(...command: string[]) {
    const startedMs = performance.now()
    const { stdout } = await run(process.execPath, [cli, ...command], { env, maxBuffer: 1e8 })
    return { printed: JSON.parse(stdout), seconds: (performance.now() - startedMs) / 1_000 }
  }
  const runOnce = (work: string, unit: string, measure: () => Promise<number>): Benchmark => ({
    rows: [{ work, unit }],
    rounds: 1,
    warmUpSeconds: 0,
    ours: async () => [{ value: await measure() }],
  })
  return [
    runOnce(`import of ${importLines} lines`, 'lines a second', async () => {
      const { printed, seconds } = await timeCommand('import', file)
      if (printed.added !== importLines) throw new Error(`The import added ${printed.added} records`)
      return importLines / seconds
    }),
    runOnce('verify of what was imported', 'rows a second', async () => {
      const { printed, seconds } = await timeCommand('verify')
      return Object.values(printed.rows as Record<string, number>).reduce((sum, rows) => sum + rows, 0) / seconds
    }),
    runOnce('export of the artist with most answers', 'lines a second', async () => {
      const out = join(folder, 'export')
      const { printed, seconds } = await timeCommand('export', '--artist', longArtist, '--out', out)
      return printed.lines / seconds
    }),
  ]
}
