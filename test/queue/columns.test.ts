import { sql } from 'kysely'
import t from 'tap'
import { createQueueContext } from './queue-context.ts'

const w = await createQueueContext(t)

/** States that no job may have, also after a migration or a change by hand. */
const refused = {
  'a queue position before it is due': `queued_at = next_run_at - interval '1 second'`,
  'another kind': `kind = 'lunch'`,
  'another state': `state = 'asleep'`,
  'a purpose of 201 characters': `purpose = repeat('p', 201)`,
  'fewer attempts than none': 'attempts = -1',
  'no request': 'requests = 0',
  'a step before the first': 'cursor = -1',
  'a payload that is a list': `payload = '[]'`,
  'a checkpoint that is a number': `checkpoint = '1'`,
  'a result that is a text': `result = '"done"'`,
  'a category without a name': `error_category = ''`,
  'a category of 101 characters': `error_category = repeat('c', 101)`,
  'more requests handled than there were': 'requests_handled = 2',
  'fewer steps than were taken': 'cursor = 2, total = 1',
  'a token without a lease': 'lease_token = gen_random_uuid()',
  'a start of a wait without a wait': `waiting_since = now()`,
  'an end without its time': `state = 'done'`,
  'a lease on what has ended': `state = 'done', finished_at = now(), lease_token = gen_random_uuid(), leased_until = now()`,
}

/** The rules across columns, one by one. */
const rules = [
  'queued_at >= next_run_at',
  'requests_handled <= requests',
  'total >= cursor',
  '(lease_token is null) = (leased_until is null)',
  "(state = 'waiting') = (waiting_since is not null)",
  "(state in ('done', 'failed', 'cancelled')) = (finished_at is not null)",
  'finished_at is null or lease_token is null',
]

t.test('the CHECK across columns refuses what each of its rules would', async (t) => {
  const { rows } = await sql<{ rows: number; refused: number; different: number }>`
    with said as (
      select state::text, case w when 1 then now() end as waiting_since, case f when 1 then now() end as finished_at,
        case l when 1 then gen_random_uuid() end as lease_token, case u when 1 then now() end as leased_until,
        handled as requests_handled, 1 as requests, nullif(whole, -1) as total, 1 as cursor, now() as next_run_at,
        now() + late * interval '1 microsecond' as queued_at
      from unnest(array['pending', 'waiting', 'done', 'failed', 'cancelled']) as state, generate_series(0, 1) as w,
        generate_series(0, 1) as f, generate_series(0, 1) as l, generate_series(0, 1) as u, generate_series(0, 2) as handled,
        generate_series(-1, 2) as whole, generate_series(-1, 1) as late
    ), checked as (
      select (${sql.raw(await readCheck('artist_research_jobs_valid'))}) is not false as is_taken,
        ${sql.raw(rules.map((rule) => `(${rule}) is not false`).join(' and '))} as may_be
      from said
    )
    select count(*)::int as rows, count(*) filter (where not may_be)::int as refused,
      count(*) filter (where is_taken <> may_be)::int as different from checked`.execute(w.db)
  t.match(rows, [{ rows: 2_880, different: 0 }])
  t.ok((rows[0]?.refused ?? 0) > 2_700)
})

async function readCheck(name: string): Promise<string> {
  const { rows } = await sql<{ rule: string }>`
    select pg_get_expr(conbin, conrelid) as rule from pg_constraint where conname = ${name}`.execute(w.db)
  return rows[0]?.rule ?? 'null'
}

t.test('the table refuses every invalid job', async (t) => {
  const [id] = await w.addJobs(await w.artist())
  for (const [title, set] of Object.entries(refused)) {
    const update = sql`update artist_research_jobs set ${sql.raw(set)} where id = ${id}`.execute(w.db)
    await t.rejects(update, { code: '23514' }, title)
  }
  const within =
    sql`update artist_research_jobs set purpose = repeat('p', 200), error_category = repeat('c', 100), requests = 1,
    result = '{}', cursor = 0, attempts = 0 where id = ${id}`.execute(w.db)
  await t.resolves(within, 'the bounds themselves')
})
