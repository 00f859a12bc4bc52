import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { exportArtist } from '#src/admin/archive/export.ts'
import { excludedTables, readTableSchemas } from '#src/admin/archive/table-schemas.ts'
import { type AuditHead, listAuditHeads } from '#src/admin/audit-heads.ts'
import { setClaim } from '#src/admin/claims.ts'
import { importRecords } from '#src/admin/import/import.ts'
import { verifyRecords } from '#src/admin/verify/verify.ts'
import type { TestEnvironment } from '../environment.ts'
import { type Line, replaceActor, replaceAnswer } from './rewrite.ts'
import type { RowCounts } from './rows.ts'

/**
 * Replaces the artist's history by ones with consistent hashes: rewritten ones, and the state before the last change.
 * verify alone accepts them; with saved heads it has to name the first wrong event, and accept the true history. In the
 * end the artist is restored.
 */
export async function harmHistories(environment: TestEnvironment, artistId: string, times: number): Promise<RowCounts> {
  const { db } = environment
  const counts: RowCounts = { named: 0, unseen: [] }
  const early = await exportLines(environment, artistId)
  const heads = listHeads(early)
  await setClaim(db, { artistId, subject: 'nell', state: 'approved' })
  const [head] = await Array.fromAsync(listAuditHeads(db, artistId))
  if (head === undefined) throw new RangeError('The artist has no head')
  const saved = [...heads, head]
  const late = await exportLines(environment, artistId)

  await expect(environment, counts, artistId, 'the true history, which has grown', saved, undefined)
  await replace(environment, artistId, early)
  await expect(environment, counts, artistId, 'the last event cut off with what it did', saved, head.seq)
  const lie = replaceAnswer(late)
  await replace(environment, artistId, lie.lines)
  await expect(environment, counts, artistId, `another answer in event ${lie.seq}`, saved, lie.seq)
  for (let time = 0; time < times; time += 1) {
    const seq = 1 + Math.floor((time * head.seq) / times)
    const some = saved.filter((one) => one.seq % 5 === 0 || one === head)
    await replace(environment, artistId, replaceActor(late, seq))
    const first = some.find((one) => one.seq >= seq)
    await expect(environment, counts, artistId, `another actor in event ${seq}`, some, first?.seq)
  }
  await replace(environment, artistId, late)
  await expect(environment, counts, artistId, 'the true history put back from an export', saved, undefined)
  return counts
}

/** verify alone accepts everything; with the heads, the named event is the first finding. */
async function expect(
  { db }: TestEnvironment,
  counts: RowCounts,
  artistId: string,
  what: string,
  heads: readonly AuditHead[],
  seq: number | undefined,
): Promise<void> {
  const plain = (await verifyRecords(db, artistId)).finding
  const { finding } = await verifyRecords(db, artistId, heads)
  const fits = seq === undefined ? finding === undefined : finding?.table === 'audit_events' && finding.key.seq === seq
  if (plain === undefined && fits) counts.named += 1
  else counts.unseen.push(`${what}: ${JSON.stringify({ plain, finding, expected: seq ?? 'nothing' })}`)
}

/** The head after every single event. */
const listHeads = (lines: readonly Line[]): AuditHead[] =>
  lines
    .filter(({ type }) => type === 'kept:audit')
    .map(({ artist: artistId, seq, hash, at }) => ({ artistId, seq, hash, at }))

const exportLines = async ({ db }: TestEnvironment, artistId: string): Promise<Line[]> =>
  (await Array.fromAsync(exportArtist(db, artistId))).map((line) => JSON.parse(line))

/** Removes the artist from every table, and imports the lines, which verifies them. */
async function replace(
  { db, folder, newId }: TestEnvironment,
  artistId: string,
  lines: readonly Line[],
): Promise<void> {
  const tables = [...(await readTableSchemas(db)).map(({ table }) => table), ...Object.keys(excludedTables)]
  await db.transaction().execute(async (trx) => {
    // Foreign keys would require an order.
    await sql`set local session_replication_role = replica`.execute(trx)
    for (const table of tables) {
      const owner = sql.ref(table === 'artists' ? 'id' : 'artist_id')
      await sql`delete from ${sql.table(table)} where ${owner} = ${artistId}`.execute(trx)
    }
  })
  const file = join(folder, `${newId()}.jsonl`)
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  await importRecords(db, file)
}
