import pg from 'pg'
import { types } from '../types.ts'
import { encodeValues } from './pg-client.ts'

type Column = { readonly name: string; readonly read: (text: string) => unknown }
type RowDescription = { fields: readonly { name: string; dataTypeID: number }[] }

/** The driver's connection: writes the messages of the protocol, knows which statements the server has parsed. */
export type Wire = {
  parsedStatements: Record<string, string>
  /** The columns of each statement that was described on this connection, by the statement's name: ours. */
  knownColumns?: Map<string, readonly Column[]>
  parse(message: { name: string; text: string }): void
  bind(message: { statement: string; values: unknown[]; valueMapper: (value: unknown) => unknown }): void
  execute(): void
  sync(): void
}

export type ReplyCallback<Row> = (error: Error | null, result?: { rows: Row[] }) => void

/** The driver's own query class, beyond what its types declare. */
type PgQuery = new (text: string, values: unknown[]) => { name: string; submit(wire: Wire): Error | null }

/**
 * A named statement, whose columns are the same each time: they are described once on a connection, since to send and
 * parse them takes both sides longer than a short read itself. A server that would return other columns refuses the
 * statement (0A000).
 */
export class PreparedStatement<Row> extends (pg.Query as unknown as PgQuery) {
  /** The driver wraps this in its own callback, which stops its timer. */
  callback: ReplyCallback<Row>
  readonly #values: unknown[]
  readonly #rows: Row[] = []
  #columns: readonly Column[] = []
  #onDescribed: (columns: readonly Column[]) => void = () => {}
  #failure: Error | null = null

  /** @throws the error of a value that cannot be encoded; nothing was sent */
  constructor(name: string, text: string, parameters: readonly unknown[], callback: ReplyCallback<Row>) {
    const values = encodeValues(parameters)
    super(text, values)
    this.name = name
    this.#values = values
    this.callback = callback
  }

  override submit(wire: Wire): Error | null {
    wire.knownColumns ??= new Map()
    const known = wire.knownColumns
    const columns = known.get(this.name)
    if (columns === undefined) {
      this.#onDescribed = (columns) => known.set(this.name, columns)
      return super.submit(wire)
    }
    this.#columns = columns
    wire.bind({ statement: this.name, values: this.#values, valueMapper: (value) => value })
    wire.execute()
    wire.sync()
    return null
  }

  handleRowDescription({ fields }: RowDescription): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name, read: types.getTypeParser(dataTypeID, 'text') }))
    this.#onDescribed(this.#columns)
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    try {
      this.#rows.push(readRow<Row>(this.#columns, fields))
    } catch (error) {
      this.#failure ??= error as Error
    }
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    if (this.#failure === null) this.callback(null, { rows: this.#rows })
    else this.callback(this.#failure)
  }
}

function readRow<Row>(columns: readonly Column[], fields: readonly (string | null)[]): Row {
  const row: Record<string, unknown> = {}
  for (let at = 0; at < columns.length; at += 1) {
    const { name, read } = columns[at] as Column
    const text = fields[at] as string | null
    row[name] = text === null ? null : read(text)
  }
  return row as Row
}
