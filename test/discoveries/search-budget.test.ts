import { sql } from 'kysely'
import t from 'tap'
import { slices as kinds } from '#plugins/research/jobs.ts'
import { runSlice } from '#src/queue/slice.ts'
import { paidStepsMax } from '#src/research/budget.ts'
import { enqueue, finishJobs, readJob } from '../research/slices.ts'
import { buildArticle, newWeb } from './web.ts'

const kind = 'source_search'

t.test('paid searches are counted for the artist and the day, and stop when the budget is used up', async (t) => {
  const { context, engine } = await newWeb(t, { '/one': buildArticle('sang') })
  const { search } = context.app.resources.providers
  Object.assign(context.app.resources.providers, { search: { ...search, isPaid: true } })
  await enqueue(context, kind)
  await finishJobs(context, kind)
  const taken = async () => await context.db.selectFrom('daily_spend').select(['what', 'taken']).execute()
  t.same(await taken(), [{ what: 'search', taken: 2 }])
  await context.db.updateTable('daily_spend').set({ taken: 200 }).execute()
  engine.queries.length = 0
  const id = await enqueue(context, kind)
  await finishJobs(context, kind)
  t.same(engine.queries, [])
  t.match(await readJob(context, id), { state: 'failed', error_category: 'rate_limited' })
})

t.test('where the budget of the day is spent, no slot of a shared rate limit is taken', async (t) => {
  const { context, engine } = await newWeb(t, { '/one': buildArticle('sang') })
  const { search } = context.app.resources.providers
  const paid = { ...search, isPaid: true, rateLimit: { name: 'paid', intervalMs: 60_000 } } as typeof search
  const providers = { ...context.app.resources.providers, search: paid }
  const spent = { artist_id: context.artistId, what: 'search', taken: paidStepsMax.search }
  await context.db
    .insertInto('daily_spend')
    .values({ ...spent, day: sql`(now() at time zone 'utc')::date` })
    .execute()
  const id = await enqueue(context, kind)
  await runSlice({ ...context.app.resources, providers }, kinds, context.app.log, { artistId: context.artistId })
  t.match(await readJob(context, id), { state: 'failed', error_category: 'rate_limited' })
  t.same(engine.queries, [])
  t.same(await context.db.selectFrom('provider_rate_limits').select('name').where('name', '=', 'paid').execute(), [])
})
