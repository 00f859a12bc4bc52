import { type Kysely, sql } from 'kysely'
import { loadModule, parseSync } from 'libpg-query'
import type { DB } from '#src/database/tables.gen.ts'
import type { TablePlacement } from '../../../scripts/cli/distribution.ts'

await loadModule()

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

type Plan = {
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
type Columns = ReadonlyMap<string, readonly string[]>

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
  const nodes = listPlanNodes(rows[0]?.['QUERY PLAN'][0]?.Plan)
  const keys = new Map(places.flatMap((place) => (place.kind === 'by artist' ? [[place.table, place.column]] : [])))
  const scans = nodes.filter((node) => node['Node Type'] !== 'ModifyTable' && !isGiven(node, keys))
  return [
    ...scans.map((node) => `${node['Relation Name']} as ${node.Alias}`),
    ...nodes.flatMap((node) => findLooseInsert(node, keys, columns)),
    ...findSeparated(nodes, places),
  ]
}

const listPlanNodes = (plan: Plan | undefined): Plan[] =>
  plan === undefined ? [] : [plan, ...(plan.Plans ?? []).flatMap((below) => listPlanNodes(below))]

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

/** A node of PostgreSQL's parse tree: its type names its one property. */
type Fields = Record<string, unknown>
type Volatility = 'immutable' | 'stable' | 'volatile'

/** The least that is promised of any function of a name. */
type Volatilities = ReadonlyMap<string, Volatility>

export async function readVolatilities(db: Kysely<DB>): Promise<Volatilities> {
  const { rows } = await sql<{ name: string; volatility: 'i' | 's' | 'v' }>`
    select proname::text as name, max(provolatile)::text as volatility from pg_proc group by 1`.execute(db)
  const words = { i: 'immutable', s: 'stable', v: 'volatile' } as const
  return new Map(rows.map(({ name, volatility }) => [name, words[volatility]]))
}

/**
 * Why Citus refuses a statement that writes, or splits it into several, by its form alone: where it computes values
 * on the coordinator that each node would compute differently, and what it does not route. A table `onCoordinator`
 * alone is written by PostgreSQL itself.
 */
export function findRefusals(
  statement: string,
  volatilities: Volatilities,
  onCoordinator: ReadonlySet<string>,
): string[] {
  const { stmts } = parseSync(statement) as { stmts: { stmt: Fields }[] }
  return stmts.flatMap(({ stmt }) => {
    const [[type = '', fields] = []] = Object.entries(stmt) as [string, Fields][]
    const nested = [...listParseNodes(fields)].filter(([name]) => writes.has(name))
    const within = nested.length > 0 ? ['changes rows in a WITH'] : []
    const { relname = '' } = (fields?.relation ?? {}) as { relname?: string }
    return writes.has(type) && !onCoordinator.has(relname)
      ? [...within, ...findWriteRefusals(type, fields ?? {}, volatilities)]
      : within
  })
}

const writes = new Set(['InsertStmt', 'UpdateStmt', 'DeleteStmt'])

function findWriteRefusals(type: string, fields: Fields, volatilities: Volatilities): string[] {
  const refused: string[] = []
  const { targetList, whereClause, fromClause, usingClause, returningClause, onConflictClause, selectStmt } = fields
  const findWorstIn = (part: unknown) => findWorst(part, volatilities)
  if (type === 'UpdateStmt') {
    if (findWorstIn(targetList) === 'volatile') refused.push('sets a column by a volatile function')
    if (hasCallWithColumn(targetList, volatilities)) refused.push('sets a column by a stable function of another')
  }
  if (findWorstIn([whereClause, fromClause, usingClause]) === 'volatile')
    refused.push('finds its rows by a volatile function')
  if (type !== 'InsertStmt' && hasUnstableBranch([targetList, whereClause, fromClause, usingClause], volatilities))
    refused.push('has a CASE or COALESCE with a function that is not immutable')
  if (findWorstIn(returningClause) !== 'immutable')
    refused.push('returns what a function that is not immutable computes')
  if (findWorstIn(onConflictClause) !== 'immutable')
    refused.push('updates on a conflict by a function that is not immutable')
  const conflictTargets = ((onConflictClause as Fields | undefined)?.targetList ?? []) as {
    ResTarget: { name?: string }
  }[]
  if (conflictTargets.some(({ ResTarget: { name } }) => name === 'artist_id'))
    refused.push('sets the artist of a row on a conflict')
  const { valuesLists } = ((selectStmt as Fields | undefined)?.SelectStmt ?? {}) as Fields
  if ([...listParseNodes(valuesLists)].some(([name]) => name === 'SubLink'))
    refused.push('has a subquery in its VALUES')
  return refused
}

function* listParseNodes(part: unknown): Generator<[type: string, fields: Fields]> {
  if (typeof part !== 'object' || part === null) return
  for (const [name, value] of Object.entries(part)) {
    if (!Array.isArray(part) && typeof value === 'object' && /^[A-Z]/.test(name)) yield [name, value as Fields]
    yield* listParseNodes(value)
  }
}

function findWorst(part: unknown, volatilities: Volatilities): Volatility {
  const found = [...listParseNodes(part)].map(([type, fields]) => getVolatility(type, fields, volatilities))
  return found.find((one) => one === 'volatile') ?? found.find((one) => one === 'stable') ?? 'immutable'
}

function getVolatility(type: string, fields: Fields, volatilities: Volatilities): Volatility {
  // current_timestamp and its like.
  if (type === 'SQLValueFunction') return 'stable'
  if (type !== 'FuncCall') return 'immutable'
  const name = (fields.funcname as { String: { sval: string } }[]).at(-1)?.String.sval ?? ''
  return volatilities.get(name) ?? 'volatile'
}

const hasCallWithColumn = (part: unknown, volatilities: Volatilities) =>
  [...listParseNodes(part)].some(
    ([type, fields]) =>
      getVolatility(type, fields, volatilities) === 'stable' &&
      [...listParseNodes(fields.args)].some(([name]) => name === 'ColumnRef'),
  )

const hasUnstableBranch = (part: unknown, volatilities: Volatilities) =>
  [...listParseNodes(part)].some(
    ([type, fields]) =>
      (type === 'CaseExpr' || type === 'CoalesceExpr') && findWorst(fields, volatilities) !== 'immutable',
  )
