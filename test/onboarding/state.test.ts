import t from 'tap'
import { document } from '#src/contract/document.ts'
import { createTestContext, type Loose } from '../support/test-context.ts'
import { createOnboardingClient, createProfileProvider, open } from './conversation.ts'
import { startServiceWithFailingStorage } from './storage.ts'

const notBegun = {
  status: 'ok',
  complete: false,
  currentStep: 'profiles',
  steps: { profiles: null, vault: null, interview: null, publish: null },
}

t.test('any caller may poll the state; it says when each step was completed and nothing else', async (t) => {
  const context = await createTestContext(t)
  const { state, reach } = createOnboardingClient(context)
  t.same(await state(), notBegun)
  await reach('interview')
  const { steps, ...rest }: Loose = await state()
  t.same(rest, { status: 'ok', complete: false, currentStep: 'interview' })
  for (const at of [steps.profiles, steps.vault]) t.match(at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  t.same([steps.interview, steps.publish], [null, null])
  t.same((await context.call('stranger', 'GET', `/api/onboarding/${context.artistId}/state`)).body, { ...rest, steps })
})

t.test('the state of an unknown artist equals that of one whose onboarding has not begun', async (t) => {
  const context = await createTestContext(t)
  const { status, body } = await context.call(null, 'GET', '/api/onboarding/0198f3a2-0000-7000-8000-00000000dead/state')
  t.equal(status, 200)
  t.same(body, notBegun)
})

t.test('without the database the state is 503 and a turn begins no stream', async (t) => {
  const context = await createTestContext(t)
  const { call, failStorage: lose } = await startServiceWithFailingStorage(t, context)
  await lose()
  for (const answer of [
    await call(null, 'GET', `/api/onboarding/${context.artistId}/state`),
    await call('owner', 'POST', `/api/onboarding/${context.artistId}/chat`, open),
  ]) {
    t.match(answer, { status: 503, body: { code: 'persistence_unavailable' } })
    t.ok(answer.headers['retry-after'])
  }
})

t.test('a claim that is revoked in the middle of a turn stops the turn’s changes', async (t) => {
  const revoking: Loose = {}
  const search = {
    name: 'test',
    rateLimit: null,
    find: async () => {
      await revoking.now()
      return { found: [{ url: 'https://maraquill.example/', displayName: null }] }
    },
  }
  const context = await createTestContext(t, {}, { profiles: search })
  revoking.now = () => context.db.updateTable('claims').set({ state: 'revoked' }).execute()
  t.match((await createOnboardingClient(context).take(open)).at(-1), { kind: 'error', code: 'not_your_artist' })
  t.same(await context.db.selectFrom('artist_profiles').selectAll().execute(), [])
})

t.test('every kind of event of the contract is sent by some turn, and fits its schema', async (t) => {
  const context = await createTestContext(
    t,
    {},
    { profiles: createProfileProvider({ url: 'https://maraquill.example/', displayName: 'Mara' }) },
  )
  const { take, skipAll } = createOnboardingClient(context)
  await context.addSource('Mara Quill recorded Low Water in the kitchen of her grandmother in Orrin.')
  // `take` has validated every event against the contract.
  const events = [
    ...(await take(open)),
    ...(await take({ type: 'confirm_profiles', addedLinks: [{ url: 'http://10.0.0.1/' }], removedSiteNames: [] })),
    ...(await take({ type: 'vault_review', decisions: [], addedUrls: ['https://tide-table.example/low-water'] })),
    ...(await take({ type: 'publish', doc: '', about: '', sources: [], expectedBio: null })),
  ]
  await skipAll()
  events.push(...(await take(open)))
  events.push(...(await take({ type: 'about_choice', mode: 'generate', doc: '', sources: [] })))
  events.push(...(await take({ type: 'publish', doc: '', about: '', sources: [], expectedBio: null })))
  const { discriminator } = (document.components as Loose).schemas.OnboardingEvent
  t.same(new Set(events.map(({ kind }) => kind)), new Set(Object.keys(discriminator.mapping)))
})
