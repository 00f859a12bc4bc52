import { sql } from 'kysely'
import { readTableSchemas } from '#src/admin/archive/table-schemas.ts'
import { verifyRecords } from '#src/admin/verify/verify.ts'
import { randomFrom, seed } from '../../text/seed.ts'
import type { SystemTest } from '../result.ts'
import { createFullArtist } from '../tampering/artist.ts'
import { flipColumns } from '../tampering/columns.ts'
import { dropGuards, listColumns } from '../tampering/drop-guards.ts'
import { harmHistories } from '../tampering/histories.ts'
import { harmRows } from '../tampering/rows.ts'
import { uncoveredColumns, uncoveredTables } from '../tampering/uncovered.ts'

/**
 * Changes stored data behind the service's back, without the database's constraints, and verify has to name the row:
 * every column of every table except the listed ones; removed, duplicated, invented and exchanged rows; and histories
 * that were cut off or rewritten consistently, which only a head saved elsewhere can show.
 */
export const runSystemTest: SystemTest = async (environment, { short }) => {
  environment.log(`SEED=${seed}`)
  const random = randomFrom(seed)
  const artistId = await createFullArtist(environment)
  const otherId = await environment.createArtist()
  // A user without a claim, whom a changed claim can name.
  await sql`insert into users (id, subject) values (gen_random_uuid(), 'without a claim')`.execute(environment.db)
  const shapes = await readTableSchemas(environment.db)
  const before = await verifyRecords(environment.db)
  const columns = await listColumns(environment.db)
  const histories = await harmHistories(environment, artistId, short ? 2 : 25)
  for (const finding of histories.unseen) environment.log(`not as it ought to be: ${finding}`)
  environment.log(`${await dropGuards(environment.db)} rules of the database dropped`)

  const subject = { db: environment.db, shapes, artistId, otherId, random }
  const total = { named: 0, refused: 0, unseen: 0 }
  const covered = new Set<string>()
  for await (const { column, named, refused, unseen } of flipColumns(
    subject,
    short ? { rowsMax: 1, valuesMax: 1 } : { rowsMax: 12, valuesMax: 9 },
  )) {
    total.named += named
    total.refused += refused
    if (named > 0 && unseen.length === 0) covered.add(column)
    if (column in uncoveredColumns) continue
    total.unseen += unseen.length
    for (const finding of unseen.slice(0, 3)) environment.log(`not named: ${column}: ${finding}`)
  }
  const missing = columns.filter((column) => !covered.has(column) && !isExempt(column))
  if (missing.length > 0) environment.log(`no change named of: ${missing.join(', ')}`)
  const stale = findStaleExceptions(columns, covered)
  if (stale.length > 0) environment.log(`exceptions that are none any more: ${stale.join(', ')}`)

  const rows = await harmRows(subject, short ? 1 : 12)
  for (const finding of rows.unseen) environment.log(`not named: ${finding}`)
  const after = await verifyRecords(environment.db)
  const intact = before.finding === undefined && after.finding === undefined
  if (!intact) environment.log(`not intact: ${JSON.stringify({ before: before.finding, after: after.finding })}`)
  const unseen = total.unseen + rows.unseen.length + histories.unseen.length
  const named = total.named + rows.named + histories.named
  return {
    passed: intact && unseen === 0 && missing.length === 0 && stale.length === 0,
    summary:
      `${named} changes named of ${named + unseen} ` +
      `(${covered.size} of ${columns.length} columns, ${Object.keys(uncoveredTables).length} tables and ` +
      `${Object.keys(uncoveredColumns).length} columns exempt; ${rows.named} of whole rows, ${histories.named} of histories against kept heads; ${total.refused} no value of their column)`,
  }
}

const isExempt = (column: string) => column in uncoveredColumns || (column.split('.')[0] ?? '') in uncoveredTables

/** Exceptions that do not exist any more, or are named after all. */
function findStaleExceptions(columns: readonly string[], covered: ReadonlySet<string>): string[] {
  const tables = Object.keys(uncoveredTables).filter(
    (table) => !columns.some((column) => column.startsWith(`${table}.`)),
  )
  const named = Object.keys(uncoveredColumns).filter((column) => covered.has(column) || !columns.includes(column))
  return [...tables, ...named]
}
