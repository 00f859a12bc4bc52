import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Command } from 'commander'
import type { Kysely } from 'kysely'
import { exportArtist } from '#src/admin/archive/export.ts'
import { createInvalidRequest } from '#src/contract/problems/problem.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { parseArtistId } from './arguments.ts'
import { withDatabase } from './database.ts'
import { host } from './host.ts'
import { formatCount, printResult, printToStderr } from './output.ts'
import { withProgress } from './progress.ts'

type Options = { artist: string; out?: string }

export function buildExportCommand(): Command {
  return new Command('export')
    .description('Write everything of one artist as JSON Lines that import takes back, byte for byte.')
    .requiredOption('--artist <uuid>', 'the artist', parseArtistId)
    .option('--out <file>', 'write to this file and print a JSON document about it (default: the lines go to stdout)')
    .action(runExport)
}

async function runExport({ artist, out }: Options) {
  const { lines, bytes, sha256 } = await withDatabase((db) =>
    withProgress((report) => writeExport(db, artist, out, (written) => report('exporting lines', written, null))),
  )
  const size = `${formatCount(lines, 'line')}, ${formatCount(bytes, 'byte')}`
  if (out === undefined) printToStderr(size)
  else printResult(`${size} in ${out}`, { status: 'ok', artistId: artist, file: out, lines, bytes, sha256 })
}

/** Writes an export to a file, or to stdout, and returns what was written. */
async function writeExport(
  db: Kysely<DB>,
  artistId: string,
  file: string | undefined,
  onLine: (lines: number) => void,
) {
  let [lines, bytes] = [0, 0]
  const sha256 = createHash('sha256')
  async function* formatLines(trx: Kysely<DB>): AsyncGenerator<Buffer> {
    for await (const text of exportArtist(trx, artistId)) {
      const line = Buffer.from(`${text}\n`)
      lines += 1
      bytes += line.length
      sha256.update(line)
      onLine(lines)
      yield line
    }
  }
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((trx) => (file === undefined ? toStdout(formatLines(trx)) : toFile(formatLines(trx), file)))
  return { lines, bytes, sha256: sha256.digest('hex') }
}

const toStdout = (lines: AsyncGenerator<Buffer>) => pipeline(Readable.from(lines), host.stdout, { end: false })

/** Under its name only once it is complete, and for its owner alone: it has the artist's private words. */
async function toFile(lines: AsyncGenerator<Buffer>, file: string) {
  const partial = `${file}.partial`
  // A file of an interrupted export would keep its mode, and a link in its place would be written through.
  await rm(partial, { force: true })
  try {
    await pipeline(Readable.from(lines), createWriteStream(partial, { mode: 0o600, flags: 'wx' }))
    await rename(partial, file)
  } catch (error) {
    await rm(partial, { force: true })
    const { code, syscall = '' } = error as NodeJS.ErrnoException
    throw ['open', 'write', 'rename'].includes(syscall)
      ? createInvalidRequest(file, `cannot be written (${code})`)
      : error
  }
}
