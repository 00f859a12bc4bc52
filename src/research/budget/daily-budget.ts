import { sql, type Transaction } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'

/**
 * Paid steps of one artist in a day (UTC), by what is paid for. Queued work is pumped by anybody, so what may be spent
 * is not a question of who calls. A look a half-hour over a working day needs some twelve starts for each of three
 * platforms; a model is asked for a draft a refresh, a search for a handful of queries a question.
 */
export const paidStepsMax = {
  /** A run of a scraping actor. */
  scrape: 36,
  /** A request to a web search that is paid by the request. */
  search: 200,
  /** A request to a language model. */
  model: 60,
} as const

export type PaidStep = keyof typeof paidStepsMax

/**
 * Counts one paid step of the artist and says whether it may be taken today. Call it in the transaction that records
 * what is about to be sent: a step that is counted and then not taken is lost, one that is taken is always counted.
 */
export async function tryCharge(trx: Transaction<DB>, artistId: string, what: PaidStep): Promise<boolean> {
  const { rows } = await sql`
    insert into daily_spend as spent (artist_id, what, day, taken)
    values (${artistId}, ${what}, (now() at time zone 'utc')::date, 1)
    on conflict (artist_id, what) do update
    set taken = case when spent.day = excluded.day then spent.taken + 1 else 1 end, day = excluded.day
    where spent.day <> excluded.day or spent.taken < ${paidStepsMax[what]}
    returning taken`.execute(trx)
  return rows.length > 0
}
