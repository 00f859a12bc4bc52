import { sql } from 'kysely'
import t, { type Test } from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { buildApp } from '#src/app.ts'
import type { OnboardingTurn } from '#src/contract/types.gen.ts'
import { connect } from '#src/database/connect.ts'
import type { Providers } from '#src/research/providers/index.ts'
import { checkEntries, readCheckedTrail } from '../sessions/trail.ts'
import { assertConforms } from '../support/conforms.ts'
import { createTestContext, type Loose, parseBody, type TestContext } from '../support/test-context.ts'
import { pollUntil } from '../support/until.ts'
import { createOnboardingClient, createProfileProvider, open } from './conversation.ts'

/** The service of the test once more, over a connection to storage that the test can cut. */
async function startServiceWithFailingStorage(t: Test, context: TestContext, providers: Providers = {}) {
  const { pool, timeouts } = context.config
  const database = await connect({ url: context.url, pool, timeouts, applicationName: 'lost' })
  const app = await buildApp(
    context.config,
    { db: database.db, newId: () => uuidv7(), providers },
    async () => undefined,
  )
  t.teardown(() => app.close())

  async function call(subject: string | null, method: 'GET' | 'POST', path: string, body?: object) {
    const authorization = subject === null ? {} : { authorization: `Bearer ${await context.token(subject)}` }
    const { statusCode, headers, payload } = await app.inject({
      method,
      url: path,
      headers: { ...authorization, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { payload: body }),
    })
    const answer = { status: statusCode, headers, body: parseBody(headers['content-type'], payload) as Loose }
    assertConforms(method, path, answer)
    return answer
  }
  return { call, failStorage: () => database.close() }
}

const callers = 10
const times = <T>(work: (number: number) => Promise<T>) =>
  Promise.all(Array.from({ length: callers }, (_, at) => work(at)))

t.test('ten open turns at once make one onboarding with one candidate', async (t) => {
  const context = await createTestContext(
    t,
    {},
    { profiles: createProfileProvider({ url: 'https://maraquill.example/', displayName: null }) },
  )
  const { take } = createOnboardingClient(context)
  for (const events of await times(() => take(open))) t.equal(events.at(-1).kind, 'step')
  t.equal((await context.db.selectFrom('artist_profiles').selectAll().execute()).length, 1)
  t.equal((await readCheckedTrail(t, context)).length, 1)
})

t.test('of ten different answers at once one is saved, and the next question is offered once', async (t) => {
  const context = await createTestContext(t)
  const { take, reach } = createOnboardingClient(context)
  await reach('interview')
  const ends = await times(async (number) =>
    (await take({ type: 'interview_answer', questionKey: 'onboarding-1', answer: `Answer ${number}.` })).at(-1),
  )
  t.equal(ends.filter(({ kind }) => kind === 'step').length, 1)
  t.equal(ends.filter(({ kind, code }) => kind === 'error' && code === 'state_changed').length, callers - 1)
  t.equal((await context.db.selectFrom('response_versions').selectAll().execute()).length, 1)
  t.equal((await context.db.selectFrom('interview_entries').selectAll().execute()).length, 2)
  await checkEntries(t, context)
  await readCheckedTrail(t, context)
})

t.test('of ten pages published at once one is published, and the other turns get state_changed', async (t) => {
  const context = await createTestContext(t)
  const { take, reach, state } = createOnboardingClient(context)
  await reach('publish')
  const ends: Loose[] = await times(async (number) =>
    (
      await take({ type: 'publish', doc: `Page ${number}.`, about: `Bio ${number}.`, sources: [], expectedBio: null })
    ).at(-1),
  )
  const [complete] = ends.filter(({ kind }) => kind === 'complete')
  t.equal(ends.filter(({ kind }) => kind === 'complete').length, 1)
  t.equal(ends.filter(({ code, currentStep }) => code === 'state_changed' && currentStep === null).length, callers - 1)
  t.equal((await state()).steps.publish, complete.publishedAt)
  t.equal((await context.db.selectFrom('lore_versions').selectAll().execute()).length, 1)
  await readCheckedTrail(t, context)
})

t.test('of two turns in two processes that both find the step open, one is taken', async (t) => {
  const context = await createTestContext(t)
  const here = createOnboardingClient(context)
  const there = createOnboardingClient({
    ...(await startServiceWithFailingStorage(t, context)),
    artistId: context.artistId,
  })
  await here.take(open)
  const bothWait = async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(context.db)
    return rows.length === 2
  }
  // These turns have no event: a page that does not exist is not removed.
  const turn = (site: string): OnboardingTurn => ({
    type: 'confirm_profiles',
    addedLinks: [],
    removedSiteNames: [site],
  })
  const { turns } = await context.db.transaction().execute(async (trx) => {
    await trx.selectFrom('onboarding').select('artist_id').forUpdate().execute()
    const turns = Promise.all([here.take(turn('one')), there.take(turn('other'))])
    await pollUntil(bothWait)
    return { turns }
  })
  const ends = (await turns).map((events) => events.at(-1))
  t.same(ends.map(({ kind }) => kind).sort(), ['error', 'step'])
})
