import { computeRevisionOf, type HashedKind } from '#src/text/revisions.ts'
import type { ArtistRow } from '../archive/rows.ts'
import { type ArtistTable, toCamelCase } from '../archive/table-schemas.ts'
import type { Mismatches, VerificationContext } from './context.ts'
import type { StoredEvent } from './event-index.ts'
import { tryCompute } from './trail.ts'

/** What the events of a row, and the rest of its content, say of its columns. */
export type Rule<T extends ArtistTable> = {
  table: T
  getSubject(row: ArtistRow<T>): string
  /** Rows may have been there before their events were recorded. */
  mayLackEvents?: boolean
  /** Of a table whose rows have one: the object that it covers, and its properties that are no columns of the row. */
  revisionOf?: HashedKind
  complete?(row: ArtistRow<T>, context: VerificationContext): object | undefined
  /** Facts about the row that its events have beside its columns. */
  deriveFacts?(row: ArtistRow<T>): object
  getExpected(row: ArtistRow<T>, events: readonly StoredEvent[], context: VerificationContext): Expected<T>
}

type Expected<T extends ArtistTable> = { [Column in keyof ArtistRow<T>]?: unknown }

export const findAction = (events: readonly StoredEvent[], name: string) => events.find(({ action }) => action === name)

/** Checks each row of a table for itself. */
export async function* checkTable<T extends ArtistTable>(context: VerificationContext, rule: Rule<T>): Mismatches {
  for await (const row of context.readRows(rule.table)) {
    const what = findMismatch(row, rule, context)
    if (what !== undefined) yield context.createFinding(rule.table, row, what)
  }
}

function findMismatch<T extends ArtistTable>(
  row: ArtistRow<T>,
  rule: Rule<T>,
  context: VerificationContext,
): string | undefined {
  const events = context.trail.take(rule.getSubject(row))
  if (!hasItsRevision(row, rule, context)) return 'its revision is not that of its content'
  if (events.length === 0 && !rule.mayLackEvents) return 'no event of the trail tells of it'
  const facts = tryCompute(() => ({ ...row, ...rule.deriveFacts?.(row) }) as Record<string, unknown>)
  if (facts === undefined) return 'holds a value that cannot be compared'
  const expected = Object.entries(rule.getExpected(row, events, context))
  const different = expected.find(([column, value]) => toComparable(facts[column]) !== toComparable(value))
  return different && `its ${different[0]} is not that of event ${events.at(-1)?.seq}`
}

function hasItsRevision<T extends ArtistTable>(row: ArtistRow<T>, rule: Rule<T>, context: VerificationContext) {
  const { revisionOf } = rule
  if (revisionOf === undefined) return true
  const computed = tryCompute(() =>
    computeRevisionOf(revisionOf, { ...toObject(row), ...rule.complete?.(row, context) }),
  )
  return computed === (row as { revision?: unknown }).revision
}

/** The columns of a row as properties. */
export const toObject = (row: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).map(([column, value]) => [toCamelCase(column), value]))

/** An absent detail of an event is null in a row. The time of an instant beyond a Date is NaN, which equals nothing. */
const toComparable = (value: unknown) => (value instanceof Date ? value.getTime() : (value ?? null))
