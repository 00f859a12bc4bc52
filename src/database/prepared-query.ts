import {
  type CompiledQuery,
  DummyDriver,
  type Insertable,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import { nameStatement } from './driver/pg-client.ts'
import type { DB } from './tables.gen.ts'

/** A statement with its values, ready to be sent. */
export type BoundQuery<Row> = CompiledQuery<Row>

/** Binds values to a statement. */
export type PreparedQuery<Params extends object, Row> = (params: Params) => BoundQuery<Row>

/**
 * A statement that is built and compiled once, at its first use: to build it each time takes longer than the round trip
 * to the server. Each connection prepares it once. Its values are parameters of it and nothing else, so `build` may
 * pass them on and never inspect them; where the text depends on a value there are several statements.
 */
export function prepareQuery<Params extends object, Row>(
  build: (db: Kysely<DB>, params: Params) => CompiledQuery<Row>,
): PreparedQuery<Params, Row> {
  let bind: PreparedQuery<Params, Row> | undefined
  return (params) => {
    bind ??= compile(build)
    return bind(params)
  }
}

/** The columns of a table that a row must name. */
type RequiredColumn<T extends keyof DB> = keyof {
  [C in keyof Insertable<DB[T]> as undefined extends Insertable<DB[T]>[C] ? never : C]: true
}

/** Inserts one row with these columns; what else the row has is left out. A required column must be among them. */
export const prepareInsert = <T extends keyof DB, C extends keyof Insertable<DB[T]> & string>(
  table: T,
  columns: RequiredColumn<T> extends C ? readonly C[] : never,
): PreparedQuery<Pick<Insertable<DB[T]>, C>, unknown> =>
  prepareQuery((db, row) =>
    db
      .insertInto(table)
      .values(Object.fromEntries((columns as readonly C[]).map((column) => [column, row[column]])) as Insertable<DB[T]>)
      .compile(),
  )

/** The property names that lead to a value in the parameters; none for a value that is the same each time. */
type Path = readonly string[]

function compile<Params extends object, Row>(
  build: (db: Kysely<DB>, params: Params) => CompiledQuery<Row>,
): PreparedQuery<Params, Row> {
  const pathByPlaceholder = new Map<unknown, Path>()
  const query = build(compiler, createPlaceholder([], pathByPlaceholder) as Params)
  const paths = query.parameters.map((parameter) => pathByPlaceholder.get(parameter) ?? [])
  assertPassedOn([...pathByPlaceholder.values()], paths)
  nameStatement(query.sql)
  const bind = (params: Params) => query.parameters.map((constant, at) => readValue(params, paths[at] ?? [], constant))
  return (params) => ({ ...query, parameters: bind(params) })
}

/**
 * Makes one parameter of a value in several places, since the server parses each one at each call. Places of different
 * types need a cast in the statement, or the server refuses it.
 */
class Compiler extends PostgresQueryCompiler {
  readonly #placeholders = new Map<unknown, string>()

  override compileQuery(...[node, id]: Parameters<PostgresQueryCompiler['compileQuery']>): CompiledQuery {
    this.#placeholders.clear()
    return super.compileQuery(node, id)
  }

  protected override appendValue(value: unknown): void {
    const known = this.#placeholders.get(value)
    if (known === undefined) super.appendValue(value)
    else this.append(known)
    // Two that happen to be equal each time stay two parameters.
    const isPlaceholder = typeof value === 'object' && value !== null
    if (isPlaceholder && known === undefined) this.#placeholders.set(value, this.getCurrentParameterPlaceholder())
  }
}

/** Compiles, and is connected to no database. */
const compiler = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new Compiler(),
  },
})

/** A placeholder of a value, and of its members, while the statement is built. Nothing can be computed from it. */
function createPlaceholder(path: Path, pathByPlaceholder: Map<unknown, Path>): unknown {
  const members = new Map<string, unknown>()
  const placeholder = new Proxy(Object.freeze({}), {
    get: (_target, name) => {
      // The query builder checks of every value whether it is an expression. What would convert it to a text or a
      // number finds no method for it.
      if (name === 'toOperationNode' || typeof name === 'symbol') return undefined
      const member = members.get(name) ?? createPlaceholder([...path, name], pathByPlaceholder)
      members.set(name, member)
      return member
    },
    // What a JSON text or a query string would be made of.
    ownKeys: () => {
      throw new TypeError(`A statement takes ${path.join('.')} apart while it is built`)
    },
    has: () => false,
  })
  pathByPlaceholder.set(placeholder, path)
  return placeholder
}

/** A value that was compared or left out has decided on the text, once and for all calls. */
function assertPassedOn(created: readonly Path[], passedOn: readonly Path[]): void {
  const isPassedOn = (path: Path) => passedOn.some((whole) => path.every((name, at) => whole[at] === name))
  const inspected = created.find((path) => path.length > 0 && !isPassedOn(path))
  if (inspected !== undefined) throw new TypeError(`A statement inspects ${inspected.join('.')} while it is built`)
}

const readValue = (params: object, path: Path, constant: unknown): unknown =>
  path.length === 0 ? constant : path.reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], params)
