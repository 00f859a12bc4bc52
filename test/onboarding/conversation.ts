import type { OnboardingEvent, OnboardingTurn } from '#src/contract/types.gen.ts'
import type { Catalog, FoundProfile } from '#src/research/providers/catalog.ts'
import type { Loose, TestContext } from '../support/test-context.ts'

/** Calls the onboarding for the test's artist as one caller. */
export function createOnboardingClient(
  context: Pick<TestContext, 'artistId' | 'call'>,
  subject: string | null = 'owner',
  artistId = context.artistId,
) {
  const send = (turn: OnboardingTurn) => context.call(subject, 'POST', `/api/onboarding/${artistId}/chat`, turn)
  const state = async (): Promise<Loose> => (await context.call(null, 'GET', `/api/onboarding/${artistId}/state`)).body

  /** Takes a turn that must be answered with a stream; its events. */
  async function take(turn: OnboardingTurn): Promise<Loose[]> {
    const { status, body } = await send(turn)
    if (status !== 200) throw new Error(`${turn.type} was answered with ${status}: ${body.error}`)
    return body
  }
  const skipAll = async () => {
    for (let key = findOpenKey(await take(open)); key !== undefined; ) {
      key = findOpenKey(await take({ type: 'interview_answer', questionKey: key, answer: null }))
    }
  }
  /** Takes turns from the beginning until a step is the current one. */
  async function reach(step: 'vault' | 'interview' | 'publish') {
    await take({ type: 'confirm_profiles', addedLinks: [], removedSiteNames: [] })
    if (step === 'vault') return
    await take({ type: 'vault_review', decisions: [], addedUrls: [] })
    if (step === 'publish') await skipAll()
  }
  return { send, take, state, reach, skipAll }
}

export const open = { type: 'open' } as const

/** The key of the question that a turn has offered. */
export const findOpenKey = (events: readonly Loose[]): string | undefined =>
  filterByKind(events, 'chat').find(({ questionKey }) => questionKey !== null)?.questionKey ?? undefined

export const filterByKind = <Kind extends OnboardingEvent['kind']>(events: readonly Loose[], kind: Kind) =>
  events.filter((event): event is Extract<OnboardingEvent, { kind: Kind }> => event.kind === kind)

/** A catalogue that lists these pages as the artist's. */
export const createCatalogOfPages = (...found: FoundProfile[]): Catalog => ({
  name: 'test',
  rateLimit: { name: 'test', intervalMs: 0 },
  find: async () => ({ catalogArtistId: 'test' }),
  listReleases: async () => ({ releases: [], listed: 0, total: 0 }),
  listProfiles: async () => ({ found }),
})
