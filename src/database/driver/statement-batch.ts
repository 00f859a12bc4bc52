import pg from 'pg'
import type { BoundQuery } from '../prepared-query.ts'
import type { QueryEndObserver } from '../slow-query.ts'
import { encodeValues } from './prepared-statement.ts'

/**
 * What the driver calls its connection: writes the messages of the protocol, and knows which statements the server has
 * parsed.
 */
type Wire = {
  parsedStatements: Record<string, string>
  close(message: { type: 'S'; name: string }): void
  parse(message: { name: string; text: string }): void
  bind(message: { statement: string; values: unknown[]; valueMapper: (value: unknown) => unknown }): void
  execute(): void
  sync(): void
}

type Encoded = { name: string | undefined; text: string; values: unknown[] }

/** The driver's own query class, beyond what its types declare. */
type Driven = new (text: string) => { submit(wire: Wire): Error | null }

/**
 * Statements that the server takes as one message sequence with one Sync at its end: after the first that fails it
 * skips all others, its BEGIN and its COMMIT included. Sent one by one, those behind a BEGIN that was cancelled would
 * each be kept by itself. Rows are not looked at.
 */
export class StatementBatch extends (pg.Query as unknown as Driven) {
  readonly statements: readonly Encoded[]
  callback: (error: Error | null) => void
  readonly #ended: QueryEndObserver
  #wire: Wire | undefined
  #began = 0
  #completed = 0

  /** @throws what a value fails with that cannot be sent; nothing is sent then */
  constructor(
    statements: readonly BoundQuery<unknown>[],
    callback: (error: Error | null) => void,
    ended: QueryEndObserver = () => {},
  ) {
    // What a trace shows of it.
    super(statements.map(({ query }) => query.sql).join(';\n'))
    this.statements = statements.map(({ name, query: { sql, parameters } }) => ({
      ...{ name, text: sql, values: encodeValues(parameters) },
    }))
    this.callback = callback
    this.#ended = ended
  }

  override submit(wire: Wire): Error | null {
    this.#wire = wire
    this.#began = performance.now()
    const parsed = new Set<string>()
    for (const { name, text, values } of this.statements) {
      const isParsed = name !== undefined && (parsed.has(name) || wire.parsedStatements[name] !== undefined)
      if (!isParsed) {
        // Of a batch that failed it is not known how far it was parsed; to close what is not there is no error.
        if (name !== undefined) wire.close({ type: 'S', name })
        wire.parse({ name: name ?? '', text })
      }
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
    this.#tellEnd()
    this.#completed += 1
  }

  handleError(error: Error): void {
    this.#tellEnd({ error })
    this.callback(error)
  }

  handleReadyForQuery(): void {
    for (const { name, text } of this.statements) {
      if (name !== undefined && this.#wire !== undefined) this.#wire.parsedStatements[name] = text
    }
    this.callback(null)
  }

  #tellEnd(failure?: { error: unknown }): void {
    const now = performance.now()
    const statement = this.statements[this.#completed]
    if (statement !== undefined) this.#ended(statement.text, now - this.#began, failure)
    this.#began = now
  }
}
