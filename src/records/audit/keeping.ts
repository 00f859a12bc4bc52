import { type Expression, type QueryCreator, type SqlBool, sql } from 'kysely'
import { orFail, orFailForAny } from '#src/database/or-fail.ts'
import { severalStatement } from '#src/database/several.ts'
import type { Statement } from '#src/database/statement.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { type AppendQuery, appendIfHeadUnchanged, type EventRow } from './events.ts'

/** A row for each change that was kept; what stands then is known to whoever decided it. */
export type Saved = { all: number }

/**
 * The statement that keeps a change (src/database/change/change.ts), of which several are kept by one where they are of
 * several artists: the head is moved to the event, `write` writes what belongs to it after the head, and all of it
 * fails where one of `parts`, each of which is to write a row, has found none. What has to hold `also` is judged with
 * the head.
 */
export const keeping = <Given extends { event: EventRow }>(
  parts: readonly [string, ...string[]],
  // biome-ignore lint/suspicious/noExplicitAny: with whatever parts
  write: (begun: AppendQuery, given: Given) => QueryCreator<any>,
  also: (given: Given) => Expression<SqlBool>[] = () => [],
): Statement<Given, Saved> =>
  severalStatement((db, given, rows) => {
    const written: QueryCreator<DB & { head: { id: string; nth: number } }> = write(
      appendIfHeadUnchanged(db, given.event, { also: also(given), rows }),
      given,
    )
    if (rows === undefined)
      return written
        .selectFrom('head')
        .select(orFail(...parts).as('all'))
        .compile()
    return written
      .selectFrom('head')
      .select([sql<number>`nth::int4`.as('nth'), orFailForAny('head', ...parts).as('all')])
      .compile()
  })
