import { type Kysely, sql } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import type { TablePlacement } from '../../../scripts/cli/distribution.ts'

/**
 * What a cluster cannot enforce: a key or a unique index of an artist's table without the artist, for each shard knows
 * its own rows alone; and a reference between two such tables that might lead to another artist's shard.
 */
export async function findLooseKeys(db: Kysely<DB>, places: readonly TablePlacement[]): Promise<string[]> {
  const keys = new Map(places.flatMap((place) => (place.kind === 'by artist' ? [[place.table, place.column]] : [])))
  const loose: string[] = []
  for (const { table, name, columns } of await listUniques(db)) {
    const key = keys.get(table)
    if (key !== undefined && !columns.includes(key)) loose.push(`${name} of ${table} is unique without ${key}`)
  }
  for (const { name, from, to, pairs } of await listForeignKeys(db)) {
    const [key, toKey] = [keys.get(from), keys.get(to)]
    if (key === undefined && toKey !== undefined) loose.push(`${name} leads from ${from} to an artist's ${to}`)
    if (key !== undefined && toKey !== undefined && !pairs.includes(`${key} ${toKey}`)) {
      loose.push(`${name} leads from ${from} to ${to} without the artist`)
    }
  }
  return loose
}

async function listUniques(db: Kysely<DB>) {
  const { rows } = await sql<{ table: string; name: string; columns: string[] }>`
    select t.relname as table, i.relname as name, array_agg(a.attname::text) as columns
    from pg_index x join pg_class t on t.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
      join pg_attribute a on a.attrelid = t.oid and a.attnum = any (x.indkey)
    where x.indisunique and t.relkind = 'r' and t.relnamespace = current_schema()::regnamespace
    group by 1, 2`.execute(db)
  return rows
}

async function listForeignKeys(db: Kysely<DB>) {
  const { rows } = await sql<{ name: string; from: string; to: string; pairs: string[] }>`
    select c.conname as name, c.conrelid::regclass::text as from, c.confrelid::regclass::text as to,
      array_agg(a.attname || ' ' || b.attname) as pairs
    from pg_constraint c cross join unnest(c.conkey, c.confkey) as pair (own, other)
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = pair.own
      join pg_attribute b on b.attrelid = c.confrelid and b.attnum = pair.other
    where c.contype = 'f' and c.connamespace = current_schema()::regnamespace
    group by c.oid`.execute(db)
  return rows
}
