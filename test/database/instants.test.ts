import { sql } from 'kysely'
import pg from 'pg'
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

t.test('a column is read as the driver reads it', async (t) => {
  const { db } = (await freshDatabase(t)).database
  const { rows } = await sql<{ ours: Date | number; text: string }>`
    select at as ours, at::text as text from unnest(array['0001-01-01T00:00:00Z', '0099-12-31T23:59:59.9Z', '1969-12-31T23:59:59.999Z',
      '2026-03-01T00:00:00Z', '2026-03-01T00:00:00.000001Z', '2026-03-01T00:00:00.999999Z', '9999-12-31T23:59:59.999999Z',
      '10000-01-01T00:00:00Z', '0044-03-15T12:00:00Z BC', 'infinity', '-infinity']::timestamptz[]) as at`.execute(db)
  const drivers = pg.types.getTypeParser(1184, 'text')
  t.equal(rows.length, 11)
  for (const { ours, text } of rows) t.same(ours, drivers(text), text)
  const { rows: moments } = await sql<{ ours: Date; ms: number }>`
    select '2026-03-01T00:00:00Z'::timestamptz + make_interval(secs => ms / 1000.0) as ours, ms from generate_series(0, 999) as ms`.execute(
    db,
  )
  t.same(
    moments.map(({ ours }) => ours.getTime() - Date.UTC(2026, 2)),
    moments.map(({ ms }) => ms),
    'every millisecond is itself',
  )
})

t.test('an instant written by any other session reads the same', (t) => {
  for (const written of [
    '2026-03-01T01:00:00.5+01:00',
    '2026-03-01T00:00:00.123456+00:00',
    '2026-03-01T00:00:00Z',
    '+012026-03-01T00:00:00.000Z',
  ]) {
    t.equal(viewInstant(written), meant(written), written)
  }
  t.throws(() => viewInstant('-infinity'), RangeError)
  t.end()
})
