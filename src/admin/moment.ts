import { type RawBuilder, sql } from 'kysely'

/** A point in time as an operator names it: an age, counted back from the database's clock, or an instant. */
export type Moment = { agoSeconds: number } | { instant: Date }

export const toSqlInstant = (moment: Moment): RawBuilder<Date> =>
  'instant' in moment
    ? sql<Date>`${moment.instant}::timestamptz`
    : sql<Date>`now() - ${moment.agoSeconds} * interval '1 second'`
