import { type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import { type Asked, type Compiled, compile, type Path, type Several, type Statement, statement } from './statement.ts'
import type { DB } from './tables.gen.ts'

/**
 * What is given to several calls, as a relation of the statement that makes one of them: it has a column for each
 * value, which stands in the words where the value stands for one call, and `nth`, which counts the calls from 1.
 */
export type GivenRows = RawBuilder<unknown>

/** Builds a statement: of one call where there are no rows, and else of all whose values are in them. */
export type Build<Given extends object, Row> = (db: Kysely<DB>, given: Given, rows?: GivenRows) => CompiledQuery<Row>

/**
 * A statement of which several calls can be one, which costs the server a fraction of as many: most of what it does for
 * a call is to begin and to end it. What `build` makes for many has to do for each row what it makes for one does, or
 * nothing for any.
 */
export function severalStatement<Given extends object, Row>(build: Build<Given, Row>): Statement<Given, Row> {
  let made: Statement<Given, Row> | undefined
  return (given) => {
    made ??= compileBoth(build)
    return made(given)
  }
}

function compileBoth<Given extends object, Row>(build: Build<Given, Row>): Statement<Given, Row> {
  let ofMany: Statement<Lists, Row> | undefined
  const several: Several = {
    isKnown: () => ofMany !== undefined,
    learn: async (client) => {
      ofMany = forMany(build, one, await typesOf(client, one.sql))
    },
    forget: () => {
      ofMany = undefined
    },
    ofAll: (calls) => {
      if (ofMany === undefined) throw new Error('The types of a statement are not known')
      return ofMany(listsOf(one.paths, calls)) as Asked<unknown> as Asked<{ nth: number }>
    },
  }
  const one = compile<Given, Row>((db, given) => build(db, given), several)
  return one.statement
}

/** The values of each column, by its name. */
type Lists = Record<string, readonly unknown[]>

/** What the column of a value is called, as no column of a table is. */
const nameOf = (path: Path) => ['given', ...path].join('.')

/**
 * Milliseconds for which several wait for a row: whoever holds it up must not hold up the others, and waits for it by
 * himself then.
 */
const rowWaitMs = 100

/**
 * The lists come out of subqueries: the server would look into arrays that it sees, and plan anew for each number of
 * calls. How long it waits is set before there is the first row, for this transaction, which is this statement.
 */
function forMany<Given extends object, Row>(
  build: Build<Given, Row>,
  { paths }: Compiled<Given, Row>,
  types: readonly string[],
): Statement<Lists, Row> {
  return statement((db, lists) => {
    const given = paths.flatMap((path, at) => (path.length > 0 ? [{ name: nameOf(path), type: types[at] ?? '' }] : []))
    const arrays = given.map(({ name, type }) => sql`(select ${lists[name]}::${sql.raw(type)}[])`)
    const names = [...given.map(({ name }) => name), 'nth'].map((name) => sql.id(name))
    const rows = sql`(select each.* from (select set_config('lock_timeout', ${sql.lit(`${rowWaitMs}ms`)}, true)) as brief
      cross join unnest(${sql.join(arrays)}) with ordinality as each (${sql.join(names)}))`
    return build(db, columnsAt(paths) as Given, rows)
  })
}

/** The columns in place of the values. */
function columnsAt(paths: readonly Path[]): object {
  const columns: Record<string, unknown> = {}
  for (const path of paths) {
    const [outer, inner] = path
    if (outer === undefined) continue
    if (inner === undefined) columns[outer] = sql.id(nameOf(path))
    else columns[outer] = { ...(columns[outer] as object | undefined), [inner]: sql.id(nameOf(path)) }
  }
  return columns
}

const listsOf = (paths: readonly Path[], calls: readonly Asked<unknown>[]): Lists =>
  Object.fromEntries(
    paths.flatMap((path, at) =>
      path.length > 0 ? [[nameOf(path), calls.map(({ query }) => query.parameters[at])]] : [],
    ),
  )

/**
 * What PostgreSQL calls the types of a statement's parameters, in their order; of a domain the type that it is made of.
 */
async function typesOf(client: pg.ClientBase, words: string): Promise<string[]> {
  await client.query(`prepare learnt as ${words}`)
  try {
    const { rows } = await client.query<{ types: string[] }>(
      `select array(
         select format_type(case t.typtype when 'd' then t.typbasetype else t.oid end, -1)
         from unnest(parameter_types) with ordinality as p (type, nth) join pg_type t on t.oid = p.type order by nth) as types
       from pg_prepared_statements where name = 'learnt'`,
    )
    return rows[0]?.types ?? []
  } finally {
    await client.query('deallocate learnt')
  }
}
