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
    const nested = [...listNodes(fields)].filter(([name]) => writes.has(name))
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
  const { valuesLists } = ((selectStmt as Fields | undefined)?.SelectStmt ?? {}) as Fields
  if ([...listNodes(valuesLists)].some(([name]) => name === 'SubLink')) refused.push('has a subquery in its VALUES')
  return refused
}

function* listNodes(part: unknown): Generator<[type: string, fields: Fields]> {
  if (typeof part !== 'object' || part === null) return
  for (const [name, value] of Object.entries(part)) {
    if (!Array.isArray(part) && typeof value === 'object' && /^[A-Z]/.test(name)) yield [name, value as Fields]
    yield* listNodes(value)
  }
}

function findWorst(part: unknown, volatilities: Volatilities): Volatility {
  const found = [...listNodes(part)].map(([type, fields]) => getVolatility(type, fields, volatilities))
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
  [...listNodes(part)].some(
    ([type, fields]) =>
      getVolatility(type, fields, volatilities) === 'stable' &&
      [...listNodes(fields.args)].some(([name]) => name === 'ColumnRef'),
  )

const hasUnstableBranch = (part: unknown, volatilities: Volatilities) =>
  [...listNodes(part)].some(
    ([type, fields]) =>
      (type === 'CaseExpr' || type === 'CoalesceExpr') && findWorst(fields, volatilities) !== 'immutable',
  )
