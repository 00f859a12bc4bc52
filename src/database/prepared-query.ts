import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import { nameStatement } from './driver/pg-client.ts'
import type { DB } from './tables.gen.ts'

/** A statement with its values, ready to be sent. */
export type BoundQuery<Row> = {
  readonly query: CompiledQuery<Row>
  /** What the server calls it; undefined for one that was built for this once. */
  readonly name: string | undefined
}

/** Gives a statement its values. */
export type PreparedQuery<Given extends object, Row> = (given: Given) => BoundQuery<Row>

/**
 * A statement that is built and compiled once, when it is first asked: to build it each time takes longer than the way
 * to the server and back. Its values are parameters of it and nothing else, so `build` may pass values on and never
 * look at them; a statement whose words depend on what is given is several statements.
 */
export function prepareQuery<Given extends object, Row>(
  build: (db: Kysely<DB>, given: Given) => CompiledQuery<Row>,
): PreparedQuery<Given, Row> {
  let made: PreparedQuery<Given, Row> | undefined
  return (given) => {
    made ??= compile(build)
    return made(given)
  }
}

/** The way to a value in what a statement is given; of no part for a parameter that is the same each time. */
type Path = readonly string[]

function compile<Given extends object, Row>(
  build: (db: Kysely<DB>, given: Given) => CompiledQuery<Row>,
): PreparedQuery<Given, Row> {
  const places = new Map<unknown, Path>()
  const query = build(builder, stand([], places) as Given)
  const paths = query.parameters.map((parameter) => places.get(parameter) ?? [])
  const readers = query.parameters.map((parameter, at) => readerOf(paths[at] ?? [], parameter))
  refuseLooks(places, paths)
  const name = nameStatement(query.sql)
  return (given) => ({ query: { ...query, parameters: readers.map((read) => read(given)) }, name })
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
    const isGiven = typeof value === 'object' && value !== null
    if (isGiven && known === undefined) this.#placeholders.set(value, this.getCurrentParameterPlaceholder())
  }
}

/** Compiles, and is connected to nothing. */
const builder = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new Compiler(),
  },
})

/** A placeholder of a value, and of its members, while the statement is built. Nothing can be computed from it. */
function stand(path: Path, places: Map<unknown, Path>): unknown {
  const within = new Map<string, unknown>()
  const self = new Proxy(Object.freeze({}), {
    get: (_target, name) => {
      // The query builder asks of every value whether it is an expression. Whatever would make a text or a number of it
      // finds no way to.
      if (name === 'toOperationNode' || typeof name === 'symbol') return undefined
      const known = within.get(name) ?? stand([...path, name], places)
      within.set(name, known)
      return known
    },
    ownKeys: () => {
      throw new TypeError(`A statement takes ${path.join('.')} apart while it is built`)
    },
    // What a JSON text or a query string would be made of.
    has: () => false,
  })
  places.set(self, path)
  return self
}

/**
 * A value that was compared or left out has decided on the words, once for all; a value that is passed on is a
 * parameter, or holds one.
 */
function refuseLooks(places: ReadonlyMap<unknown, Path>, passed: readonly Path[]): void {
  const isPassed = (path: Path) => passed.some((whole) => path.every((name, at) => whole[at] === name))
  const path = [...places.values()].find((path) => path.length > 0 && !isPassed(path))
  if (path !== undefined) throw new TypeError(`A statement looks at ${path.join('.')} while it is built`)
}

function readerOf(path: Path, fixed: unknown): (given: object) => unknown {
  const [outer, inner, ...deeper] = path
  if (outer === undefined) return () => fixed
  if (deeper.length > 0) throw new TypeError(`A statement is given ${path.join('.')}, which lies too deep`)
  if (inner === undefined) return (given) => (given as Loose)[outer]
  return (given) => ((given as Loose)[outer] as Loose)[inner]
}

type Loose = Record<string, unknown>
