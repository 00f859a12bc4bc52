import { sql } from 'kysely'

/** As in the questions' indexes: an unknown instant sorts before all known ones. */
export const offeredAtOrMinusInfinity = sql<Date>`coalesce(offered_at, '-infinity'::timestamptz)`
