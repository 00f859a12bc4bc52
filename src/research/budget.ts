import { sql, type Transaction } from 'kysely'
import type { Database } from '#src/database/database.ts'
import type { DB } from '#src/database/tables.gen.ts'
import type { ClaimedJob } from '#src/queue/claim.ts'
import { changeUnderLease } from '#src/queue/lease.ts'

/**
 * Paid steps of one artist per day (UTC), by what is paid for. Any caller may run queued work, so the budget belongs to
 * the artist and not to the caller. One collection a half-hour over a working day needs some twelve starts for each of
 * three platforms; a Lore refresh asks a model for one draft, a question sends a handful of searches.
 */
export const paidStepsMax = {
  /** A run of a scraping actor. */
  scrape: 36,
  /** A request to a web search that is paid by the request. */
  search: 200,
  /** A request to a language model. */
  model: 60,
  /** A request for the vectors of 32 windows of a text: four of the longest texts, or some hundred talks. */
  embedding: 2_500,
  /** A request for the vector of a search's query. */
  query: 5_000,
  /** A search for an artist's profiles: free of charge, but it uses a rate limit that all artists share. */
  profiles: 20,
} as const

export type PaidStep = keyof typeof paidStepsMax

/** The progress of a job that ends because of it. */
export const spentToday = 'What may be spent on this artist today is spent'

/**
 * Counts one paid step of the artist and says whether the budget allows it today. Call it in the transaction that
 * records what is about to be sent: a counted step may be lost, but a step that is sent is always counted.
 */
export async function tryCharge(trx: Transaction<DB>, artistId: string, step: PaidStep): Promise<boolean> {
  const { rows } = await sql`
    insert into daily_spend as spent (artist_id, what, day, taken)
    values (${artistId}, ${step}, (now() at time zone 'utc')::date, 1)
    on conflict (artist_id, what) do update
    set taken = case when spent.day = excluded.day then spent.taken + 1 else 1 end, day = excluded.day
    where spent.day <> excluded.day or spent.taken < ${paidStepsMax[step]}
    returning taken`.execute(trx)
  return rows.length > 0
}

/** `tryCharge` for a slice, before its request is sent. @throws LeaseLostError nothing is counted */
export const chargeJob = (db: Database, job: ClaimedJob, step: PaidStep): Promise<boolean> =>
  changeUnderLease(db, job, ({ trx }) => tryCharge(trx, job.artist_id, step))
