import { type Kysely, sql } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import type { TablePlacement } from '../../../scripts/cli/distribution.ts'

export type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'CTE Name'?: string
  'Subplan Name'?: string
  'Parent Relationship'?: string
  Alias?: string
  Operation?: string
  Output?: string[]
  Plans?: Plan[]
  [part: string]: unknown
}

/** Column names of each table in their order, which is that of the values of an insert. */
export type Columns = ReadonlyMap<string, readonly string[]>

/**
 * What keeps a statement from being one task on one shard: tables of an artist whose artist is not given as a
 * parameter. Citus asks PostgreSQL's planner as well what it knows of each table, and sees no equality with another.
 */
export async function findScattered(
  db: Kysely<DB>,
  statement: string,
  places: readonly TablePlacement[],
  columns: Columns,
): Promise<string[]> {
  const { rows } = await sql<{ 'QUERY PLAN': { Plan: Plan }[] }>`
    explain (generic_plan, verbose, format json) ${sql.raw(statement)}`.execute(db)
  const nodes = listNodes(rows[0]?.['QUERY PLAN'][0]?.Plan)
  const keys = new Map(places.flatMap((place) => (place.kind === 'by artist' ? [[place.table, place.column]] : [])))
  const scans = nodes.filter((node) => node['Node Type'] !== 'ModifyTable' && !isGiven(node, keys))
  return [
    ...scans.map((node) => `${node['Relation Name']} as ${node.Alias}`),
    ...nodes.flatMap((node) => findLooseInsert(node, keys, columns)),
    ...findSeparated(nodes, places),
  ]
}

const listNodes = (plan: Plan | undefined): Plan[] =>
  plan === undefined ? [] : [plan, ...(plan.Plans ?? []).flatMap((below) => listNodes(below))]

/** The conditions by which a scan selects rows. A bitmap index scan has them on the rows. */
const conditions = ['Index Cond', 'Recheck Cond', 'Filter', 'TID Cond']

/** A parameter or a constant, with or without its type. */
const value = `\\(*(?:\\$\\d+|'[^']*')\\)*(?:::uuid)?`

/** Whether a node scans no table of an artist, or that of the artist that is given. */
function isGiven(node: Plan, keys: ReadonlyMap<string, string>): boolean {
  const key = keys.get(node['Relation Name'] ?? '')
  if (key === undefined) return true
  const said = conditions.map((part) => String(node[part] ?? '')).join(' ')
  const column = `(?:${node.Alias}\\.)?${key}`
  return new RegExp(`\\((?:${column} = ${value}|${value} = ${column})\\)`).test(said)
}

/** The name of the first column of a select that PostgreSQL plans apart from its insert. */
const firstUnnamed = '"*SELECT*"."?column?"'

/** Rows of an insert have their own artists; of several rows each goes to its shard. */
function findLooseInsert(node: Plan, keys: ReadonlyMap<string, string>, columns: Columns): string[] {
  const table = node['Relation Name'] ?? ''
  const key = keys.get(table)
  if (node['Node Type'] !== 'ModifyTable' || node.Operation !== 'Insert' || key === undefined) return []
  const outer = node.Plans?.find((plan) => plan['Parent Relationship'] === 'Outer')
  const passed = outer?.Output?.[columns.get(table)?.indexOf(key) ?? -1] ?? 'nothing'
  const parameter = passed === firstUnnamed ? (outer?.Plans?.[0]?.Output?.[0] ?? 'nothing') : passed
  const isOfRow = new RegExp(`^(?:${value}|"\\*VALUES\\*".*|(?:\\w+\\.)?artist_id)$`).test(parameter)
  return isOfRow ? [] : [`insert into ${table}, whose ${key} is ${parameter}`]
}

/** The coordinator's own tables are queried on their own. */
function findSeparated(nodes: readonly Plan[], places: readonly TablePlacement[]): string[] {
  const touched = new Set(nodes.map((node) => node['Relation Name']))
  const together = places.filter(({ table }) => touched.has(table))
  const own = together.filter(({ kind }) => kind === 'coordinator')
  if (own.length === 0 || own.length === together.length) return []
  return own.map(({ table }) => `${table} beside ${together.length - own.length} that lie elsewhere`)
}

export async function readColumns(db: Kysely<DB>): Promise<Columns> {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select attrelid::regclass::text as name, array_agg(attname::text order by attnum) as columns
    from pg_attribute where attnum > 0 and attrelid in (
      select oid from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r')
    group by 1`.execute(db)
  return new Map(rows.map(({ name, columns }) => [name, columns]))
}
