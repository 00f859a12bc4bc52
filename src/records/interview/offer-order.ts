import { sql } from 'kysely'

/** As the indexes of the questions have it: an unknown instant is older than all known ones. */
export const offeredAtOrMinusInfinity = sql<Date>`coalesce(offered_at, '-infinity'::timestamptz)`
