import { Command } from 'commander'
import { type AuditHead, listAuditHeads, readAuditHeads } from '#src/admin/audit-heads.ts'
import type { Erasure } from '#src/admin/erasures.ts'
import { type Verification, verifyRecords } from '#src/admin/verify/verify.ts'
import { createInvalidRequest } from '#src/contract/problems/problem.ts'
import { parseArtistId } from './arguments.ts'
import { withDatabase } from './database.ts'
import { host } from './host.ts'
import { formatCount, isForPeople, print, printResult, printToStderr } from './output.ts'
import { withProgress } from './progress.ts'

type Options = { artist?: string; head?: string }

export function buildVerifyCommand(): Command {
  return new Command('verify')
    .description(
      'Recompute every revision and chain from the database: texts, questions, answers and their versions, boundaries, corrections, ' +
        'discoveries, Lore, the audit trail of them, and who was made an administrator. ' +
        'Names the first row of each artist that does not fit and exits with 1.',
    )
    .option('--artist <uuid>', 'only this artist', parseArtistId)
    .option(
      '--head <file>',
      'heads that "head" has printed: the trails must still have each of them. An artist who is not there must have been erased, ' +
        'with those heads; one who was lost is named',
    )
    .action(runVerify)
}

async function runVerify({ artist, head }: Options) {
  const heads = head === undefined ? undefined : selectHeads(await readAuditHeads(head), artist)
  const { artists, erased, finding, others } = await withDatabase((db) =>
    withProgress((report) =>
      verifyRecords(db, artist, heads, (done, total) => report('verifying artists', done, total)),
    ),
  )
  if (finding !== undefined) {
    const errors = [finding, ...others].map((one) => `${nameRow(one)}: ${one.what}`)
    for (const error of errors) printToStderr(`error: ${error}`)
    if (!isForPeople()) print({ status: 'error', error: errors[0], finding, others, artists })
    host.exitCode = 1
    return
  }
  const covered = heads && summarizeCoverage(heads, artists, erased)
  printResult(`everything fits: ${formatCount(artists, 'artist')}`, {
    status: 'ok',
    artists,
    erased,
    ...(covered && { heads: covered }),
  })
  if (covered !== undefined && covered.artistsWithout > 0)
    printToStderr(`no head was kept of ${formatCount(covered.artistsWithout, 'artist')}`)
  for (const { artistId, at, because, isBack } of erased)
    printToStderr(`${artistId} was erased at ${at}${isBack ? ' and is back' : ''}: ${because}`)
}

function nameRow({ artistId, table, key }: NonNullable<Verification['finding']>): string {
  if (table === 'artists') return `artist ${artistId}`
  return `${table} ${JSON.stringify(key)}${artistId === null ? '' : ` of artist ${artistId}`}`
}

/**
 * At least one head of an artist must be given: otherwise nothing would be compared, and that would look like success.
 */
function selectHeads(saved: AuditHead[], artist: string | undefined): AuditHead[] {
  const heads = artist === undefined ? saved : saved.filter(({ artistId }) => artistId === artist)
  if (heads.length === 0) throw createInvalidRequest('--head', `holds no head of artist ${artist}`)
  return heads
}

/** What the heads cover; the other artists are consistent, which a rewritten history is as well. */
function summarizeCoverage(heads: readonly AuditHead[], artists: number, erased: readonly Erasure[]) {
  const covered = new Set(heads.map(({ artistId }) => artistId))
  for (const { artistId, isBack } of erased) if (!isBack) covered.delete(artistId)
  return { held: heads.length, artistsCovered: covered.size, artistsWithout: artists - covered.size }
}

const headHelp = `
One JSON document a line: {artistId, seq, hash, at} of the newest event. Keep the lines where no writer of the database can
write; "verify --head FILE" then proves that nothing up to these events was altered, removed or put in since. A file may hold
the heads of many artists and of many days:

  npm run -s cli -- head >> heads.jsonl`

export function buildHeadCommand(): Command {
  return new Command('head')
    .description("Print the newest link of each artist's audit trail, whose hash covers all that came before it.")
    .option('--artist <uuid>', 'only of this artist', parseArtistId)
    .addHelpText('after', headHelp)
    .action(runHead)
}

async function runHead({ artist }: { artist?: string }) {
  const heads = await withDatabase((db) => listAuditHeads(db, artist))
  for (const head of heads) print(head)
  printToStderr(formatCount(heads.length, 'head'))
}
