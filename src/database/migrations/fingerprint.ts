import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../tables.gen.ts'

/**
 * Every object of the current schema as one line of text, without extensions and the migrations' own ledger. The
 * definitions are PostgreSQL's own, which may differ between major versions. Names resolve by the search path, so a
 * copy of the schema under another name gives the same lines.
 */
export async function describeSchema(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    with relations as (
      select oid, relname, relkind, relpersistence, relrowsecurity, reloptions from pg_class as c
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S')
        and relname not in ('schema_migrations', 'schema_verifications')
        and not exists (select from pg_depend as d where d.objid = c.oid and d.deptype = 'e')
    ), lines as (
      select format('table %s: %s %s %s %s', relname, relkind, relpersistence, relrowsecurity, reloptions) as line
      from relations
      union all
      select format('column %s.%s: %s%s %s %s%s', relname, attname, format_type(atttypid, atttypmod),
        case when attnotnull then ' not null' end, pg_get_expr(adbin, adrelid), attidentity, attgenerated)
      from relations join pg_attribute as a on attrelid = relations.oid left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where attnum > 0 and not attisdropped and relkind <> 'S'
      union all
      -- 'n' is NOT NULL, a constraint of its own only from PostgreSQL 18 on; the columns above say it.
      select format('constraint %s on %s: %s %s', conname, relname, pg_get_constraintdef(con.oid), convalidated)
      from relations join pg_constraint as con on conrelid = relations.oid where contype <> 'n'
      union all
      select format('index %s: %s', indexrelid::regclass, pg_get_indexdef(indexrelid, 0, true))
      from relations join pg_index on indrelid = relations.oid
      union all
      select format('view %s: %s', relname, pg_get_viewdef(oid)) from relations where relkind in ('v', 'm')
      union all
      select format('trigger %s on %s: %s', tgname, relname, pg_get_triggerdef(t.oid, true))
      from relations join pg_trigger as t on tgrelid = relations.oid where not tgisinternal
      union all
      select format('function %s: %s %s', p.oid::regprocedure, pg_get_function_result(p.oid), md5(prosrc))
      from pg_proc as p
      where pronamespace = current_schema()::regnamespace
        and not exists (select from pg_depend as d where d.objid = p.oid and d.deptype = 'e')
      union all
      select format('enum %s: %s', t.oid::regtype, string_agg(enumlabel, ', ' order by enumsortorder))
      from pg_type as t join pg_enum on enumtypid = t.oid
      where typnamespace = current_schema()::regnamespace group by t.oid
      union all
      select format('domain %s: %s %s %s', t.oid::regtype, format_type(typbasetype, t.typtypmod), conname, pg_get_constraintdef(con.oid))
      from pg_type as t left join pg_constraint as con on contypid = t.oid and contype <> 'n'
      where typtype = 'd' and typnamespace = current_schema()::regnamespace
      union all
      select format('extension %s', extname) from pg_extension
    )
    select line from lines order by line collate "C"`.execute(db)
  return rows.map(({ line }) => line)
}

/** SHA-256 over the lines: two databases with the same one have the same schema. */
export function computeFingerprint(lines: readonly string[]): string {
  return createHash('sha256').update(lines.join('\n')).digest('hex')
}
