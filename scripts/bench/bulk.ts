import { execFile } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { v5 as uuidv5 } from 'uuid'
import { ensureBuild } from '../../test/support/built.ts'
import type { Benchmark, Benchmarks } from './benchmark.ts'

const run = promisify(execFile)

/** Commands on a whole database, their start included: an import, `verify` of all that it made, an export. */
export const createBulkBenchmarks: Benchmarks = async ({ url, folder, dataFolder, importLines }) => {
  const file = join(folder, 'import.jsonl')
  await pipeline(Readable.from(generateLines(importLines)), createWriteStream(file))
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
    runOnce('verify of what was imported', 'lines a second', async () => {
      const { seconds } = await timeCommand('verify')
      return importLines / seconds
    }),
    runOnce('export of the artist with most answers', 'lines a second', async () => {
      const out = join(folder, 'export')
      const { printed, seconds } = await timeCommand('export', '--artist', longArtist, '--out', out)
      return printed.lines / seconds
    }),
  ]
}

/** Of twelve lines one is an artist, one a claim, and the rest answers. */
const linesPerArtist = 12
const answersPerArtist = 8
const namespace = '0198f3a2-6f1e-7c40-9d52-3b1f6a7e0c11'

function buildId(kind: string, number: number): string {
  return uuidv5(`${kind} ${number}`, namespace)
}

/** The artist with all the answers that the others leave of the lines; an export of it takes long enough to measure. */
const longArtist = buildId('artist', 0)

/** This number of lines: a user, artists, a claim to each, and answers; the same in every run. */
function* generateLines(linesMany: number): Generator<string> {
  const artistsMany = Math.floor(linesMany / linesPerArtist)
  const toLine = (record: object) => `${JSON.stringify(record)}\n`
  yield toLine({ type: 'user', subject: 'owner' })
  for (let artist = 0; artist < artistsMany; artist += 1) {
    yield toLine({ type: 'artist', id: buildId('artist', artist), name: `Artist ${artist}` })
    yield toLine({ type: 'claim', artist: buildId('artist', artist), subject: 'owner', state: 'approved' })
  }
  const answersMany = linesMany - 1 - 2 * artistsMany
  const ofOthers = answersPerArtist * (artistsMany - 1)
  for (let answer = 0; answer < answersMany; answer += 1) {
    const artist = answer < ofOthers ? 1 + Math.floor(answer / answersPerArtist) : 0
    yield toLine({
      type: 'response',
      id: buildId('answer', answer),
      artist: buildId('artist', artist),
      question: 'Where was it, and who else was there?',
      answer: `${answer}. ${'It stood in the old mill, and it sounded like rain. '.repeat(1 + (answer % 9))}`,
      sitting: null,
      offeredAt: '2020-01-01T00:00:00.000Z',
      source: 'import',
    })
  }
}
