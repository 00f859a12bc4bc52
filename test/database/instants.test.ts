import { sql } from 'kysely'
import t from 'tap'
import { viewInstant } from '#src/database/instants.ts'
import { freshDatabase } from '../support/database.ts'

/** The Date is the reference for both directions. */
const meant = (instant: string) => new Date(instant).toISOString()

t.test('an instant is the same from a column, from one cast to text and from inside a JSON aggregate', async (t) => {
  const { db } = (await freshDatabase(t)).database
  const { rows } = await sql<{ column: Date; inside: string; cast: string }>`
    select at as column, to_json(at)#>>'{}' as inside, at::text as cast
    from generate_series('2026-02-27T23:59:58.995Z'::timestamptz, '2026-03-01T00:00:02Z', '1 hour 7.003 seconds') as at
    union all select at, to_json(at)#>>'{}', at::text from unnest(array['2026-03-01T00:00:00Z', '2026-03-01T00:00:00.1Z',
      '2026-03-01T00:00:00.12Z', '0999-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z']::timestamptz(3)[]) as at`.execute(
    db,
  )
  t.ok(rows.length > 20)
  for (const { column, inside, cast } of rows) {
    t.equal(viewInstant(cast), viewInstant(column), cast)
    t.equal(viewInstant(inside), viewInstant(column), inside)
    t.equal(viewInstant(inside), meant(inside))
  }
})
