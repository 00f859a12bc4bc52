import { type Kysely, sql } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'

/**
 * Where a table's rows are on a cluster: with their artist, on every node, or on the coordinator alone. `column` is the
 * artist's.
 */
export type TablePlacement =
  | { table: string; kind: 'by artist'; column: 'artist_id' | 'id' }
  | { table: string; kind: 'everywhere' | 'coordinator' }

/**
 * Read beside rows of an artist: users by every request, the slots by those that queue a question, pauses by every
 * claim.
 */
const everywhere = new Set(['users', 'question_quota_slots', 'job_pauses'])
/** Read on their own and written often: copies would only cost. */
const coordinator = new Set(['schema_migrations', 'provider_rate_limits', 'operator_events', 'operator_log'])

/** Every table of the schema with its place, referenced ones first. */
export async function listTablePlacements(db: Kysely<DB>): Promise<TablePlacement[]> {
  const { rows } = await sql<{ name: string; is_of_artist: boolean }>`
    select c.relname as name, exists (select from pg_attribute a
      where a.attrelid = c.oid and a.attname = 'artist_id' and not a.attisdropped) as is_of_artist
    from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' order by 1`.execute(db)
  const placements = rows.map(({ name, is_of_artist: isOfArtist }) => choosePlacement(name, isOfArtist))
  return sortByReferences(placements, await listReferences(db))
}

/** @throws Error for a table that neither names an artist nor is listed: its place is a decision. */
export function choosePlacement(table: string, isOfArtist: boolean): TablePlacement {
  if (table === 'artists') return { table, kind: 'by artist', column: 'id' }
  if (everywhere.has(table)) return { table, kind: 'everywhere' }
  if (isOfArtist) return { table, kind: 'by artist', column: 'artist_id' }
  if (coordinator.has(table)) return { table, kind: 'coordinator' }
  throw new Error(`The place of ${table} on a cluster is not decided: it names no artist (scripts/cli/distribution.ts)`)
}

/** A foreign key: its definition, and whether it refers to a later table in the order. */
export type Reference = { name: string; from: string; to: string; definition: string }

export async function listReferences(db: Kysely<DB>): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select conname as name, conrelid::regclass::text as from, confrelid::regclass::text as to,
      pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace order by 2, 1`.execute(db)
  return rows
}

/**
 * Tables of every node first, then each table after all that it refers to, or, in a cycle, the one with the fewest
 * left.
 */
function sortByReferences(placements: readonly TablePlacement[], references: readonly Reference[]): TablePlacement[] {
  const remaining = new Map(placements.map((placement) => [placement.table, placement]))
  const ordered: TablePlacement[] = []
  const countRemainingReferences = (from: string) =>
    references.filter((one) => one.from === from && one.to !== from && remaining.has(one.to)).length
  const rank = ({ table, kind }: TablePlacement) => (kind === 'everywhere' ? -1 : countRemainingReferences(table))
  while (remaining.size > 0) {
    const [next] = [...remaining.values()].toSorted((a, b) => rank(a) - rank(b))
    if (next === undefined) break
    ordered.push(next)
    remaining.delete(next.table)
  }
  return ordered
}
