import { sql } from 'kysely'

/** What may be claimed now. In words and not as parameters: PostgreSQL has to see that this is the indexes' condition. */
export const due = sql<boolean>`state in ('pending', 'waiting') and next_run_at <= now()
  and (leased_until is null or leased_until <= now())`

/** Of that, what has no place in the line yet. */
export const placelessDue = sql<boolean>`${due} and turn_at is null`
