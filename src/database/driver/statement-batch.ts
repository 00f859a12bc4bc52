import pg from 'pg'
import type { BoundQuery } from '../prepared-query.ts'
import type { QueryEndObserver } from '../slow-query.ts'
import { encodeValues, type Wire } from './prepared-statement.ts'

type Encoded = { name: string | undefined; text: string; values: unknown[] }

/** The driver's own query class, beyond what its types declare. */
type PgQuery = new (text: string) => { name: string | undefined; text: string; submit(wire: Wire): Error | null }

/**
 * Statements that the server takes as one message sequence with one Sync at its end: after the first that fails it
 * skips all others, its BEGIN and its COMMIT included. Sent one by one, those after a cancelled BEGIN would each commit
 * by itself. Rows are ignored.
 */
export class StatementBatch extends (pg.Query as unknown as PgQuery) {
  readonly statements: readonly Encoded[]
  callback: (error: Error | null) => void
  readonly #onQueryEnd: QueryEndObserver
  #beganAt = 0
  #completed = 0

  /** @throws the error of a value that cannot be encoded; nothing was sent */
  constructor(
    statements: readonly BoundQuery<unknown>[],
    callback: (error: Error | null) => void,
    onQueryEnd: QueryEndObserver = () => {},
  ) {
    // The text that a trace shows.
    super(statements.map(({ query }) => query.sql).join(';\n'))
    this.statements = statements.map(({ name, query: { sql, parameters } }) => {
      return { name, text: sql, values: encodeValues(parameters) }
    })
    this.callback = callback
    this.#onQueryEnd = onQueryEnd
  }

  override submit(wire: Wire): Error | null {
    this.#beganAt = performance.now()
    this.#expect(this.statements[0])
    const parsed = new Set<string>()
    for (const { name, text, values } of this.statements) {
      const isParsed = name !== undefined && (parsed.has(name) || wire.parsedStatements[name] !== undefined)
      if (!isParsed) wire.parse({ name: name ?? '', text })
      if (name !== undefined) parsed.add(name)
      wire.bind({ statement: name ?? '', values, valueMapper: (value) => value })
      wire.execute()
    }
    wire.sync()
    return null
  }

  handleRowDescription(): void {}

  handleDataRow(): void {}

  handleEmptyQuery(): void {}

  handleCommandComplete(): void {
    this.#reportEnd()
    this.#completed += 1
    this.#expect(this.statements[this.#completed])
  }

  handleError(error: Error): void {
    this.#reportEnd({ error })
    this.callback(error)
  }

  handleReadyForQuery(): void {
    this.callback(null)
  }

  /**
   * At each ParseComplete the driver notes that the server knows a statement of the query's name and text. So after a
   * batch that failed the driver knows exactly those that the server has parsed, and parses none of them again (42P05).
   */
  #expect(next: Encoded | undefined): void {
    this.name = next?.name
    this.text = next?.text ?? ''
  }

  #reportEnd(failure?: { error: unknown }): void {
    const now = performance.now()
    const statement = this.statements[this.#completed]
    if (statement !== undefined) this.#onQueryEnd(statement.text, now - this.#beganAt, failure)
    this.#beganAt = now
  }
}
