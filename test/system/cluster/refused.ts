import { type Kysely, sql } from 'kysely'
import { loadModule, parseSync } from 'libpg-query'
import type { DB } from '#src/database/tables.gen.ts'

await loadModule()

/** A node of PostgreSQL's parse tree: its type names its one property. */
type Fields = Record<string, unknown>
type Volatility = 'immutable' | 'stable' | 'volatile'

/** The least that is promised of any function of a name. */
export type Volatilities = ReadonlyMap<string, Volatility>

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
  onCoordinator: ReadonlySet<string> = new Set(),
): string[] {
  const { stmts } = parseSync(statement) as { stmts: { stmt: Fields }[] }
  return stmts.flatMap(({ stmt }) => {
    const [[type = '', fields] = []] = Object.entries(stmt) as [string, Fields][]
    const nested = [...nodesIn(fields)].filter(([name]) => writes.has(name))
    const within = nested.length > 0 ? ['changes rows in a WITH'] : []
    const { relname = '' } = (fields?.relation ?? {}) as { relname?: string }
    return writes.has(type) && !onCoordinator.has(relname)
      ? [...within, ...refusalsOfWrite(type, fields ?? {}, volatilities)]
      : within
  })
}

const writes = new Set(['InsertStmt', 'UpdateStmt', 'DeleteStmt'])

function refusalsOfWrite(type: string, fields: Fields, volatilities: Volatilities): string[] {
  const refused: string[] = []
  const { targetList, whereClause, fromClause, usingClause, returningClause, onConflictClause, selectStmt } = fields
  const worst = (part: unknown) => worstIn(part, volatilities)
  if (type === 'UpdateStmt') {
    if (worst(targetList) === 'volatile') refused.push('sets a column by a volatile function')
    if (callsOfColumns(targetList, volatilities)) refused.push('sets a column by a stable function of another')
  }
  if (worst([whereClause, fromClause, usingClause]) === 'volatile')
    refused.push('finds its rows by a volatile function')
  if (type !== 'InsertStmt' && hasUnstableBranch([targetList, whereClause, fromClause, usingClause], volatilities))
    refused.push('has a CASE or COALESCE with a function that is not immutable')
  if (worst(returningClause) !== 'immutable') refused.push('returns what a function that is not immutable computes')
  if (worst(onConflictClause) !== 'immutable') refused.push('updates on a conflict by a function that is not immutable')
  const { valuesLists } = ((selectStmt as Fields | undefined)?.SelectStmt ?? {}) as Fields
  if ([...nodesIn(valuesLists)].some(([name]) => name === 'SubLink')) refused.push('has a subquery in its VALUES')
  return refused
}

function* nodesIn(part: unknown): Generator<[type: string, fields: Fields]> {
  if (typeof part !== 'object' || part === null) return
  for (const [name, value] of Object.entries(part)) {
    if (!Array.isArray(part) && typeof value === 'object' && /^[A-Z]/.test(name)) yield [name, value as Fields]
    yield* nodesIn(value)
  }
}

function worstIn(part: unknown, volatilities: Volatilities): Volatility {
  const found = [...nodesIn(part)].map(([type, fields]) => volatilityOf(type, fields, volatilities))
  return found.find((one) => one === 'volatile') ?? found.find((one) => one === 'stable') ?? 'immutable'
}

function volatilityOf(type: string, fields: Fields, volatilities: Volatilities): Volatility {
  // current_timestamp and its like.
  if (type === 'SQLValueFunction') return 'stable'
  if (type !== 'FuncCall') return 'immutable'
  const name = (fields.funcname as { String: { sval: string } }[]).at(-1)?.String.sval ?? ''
  return volatilities.get(name) ?? 'volatile'
}

const callsOfColumns = (part: unknown, volatilities: Volatilities) =>
  [...nodesIn(part)].some(
    ([type, fields]) =>
      volatilityOf(type, fields, volatilities) === 'stable' &&
      [...nodesIn(fields.args)].some(([name]) => name === 'ColumnRef'),
  )

const hasUnstableBranch = (part: unknown, volatilities: Volatilities) =>
  [...nodesIn(part)].some(
    ([type, fields]) =>
      (type === 'CaseExpr' || type === 'CoalesceExpr') && worstIn(fields, volatilities) !== 'immutable',
  )
