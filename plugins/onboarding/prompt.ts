import { requireAuthorized, selectAuthorization } from '#src/auth/artist-authorization.ts'
import type { OnboardingEvent, OnboardingStep } from '#src/contract/types.gen.ts'
import { findOnboarding, listArtistProfiles, listOfferedQuestions, listVault } from './queries.ts'
import { findCurrentStep } from './rules.ts'
import type { TurnContext } from './transaction.ts'
import { viewChat, viewDraft, viewStep, viewVaultSource } from './views.ts'

/** Sources that are shown at once: the contract's bound. */
const sourcesMax = 100

/** The events that say what to do at the current step; the last one ends the turn. */
export const promptStep = async (context: TurnContext): Promise<OnboardingEvent[]> => {
  const { db, caller, artistId, abandoned, steps } = context
  if (abandoned.aborted) return []
  // A turn can take long, and a claim that is revoked ends at once.
  requireAuthorized(await selectAuthorization(db, caller, artistId).executeTakeFirstOrThrow())
  if (steps.publish !== null) return [{ kind: 'complete', publishedAt: steps.publish }]
  return await prompts[findCurrentStep(steps) ?? 'publish'](context)
}

const prompts: Readonly<Record<OnboardingStep, (context: TurnContext) => Promise<OnboardingEvent[]>>> = {
  profiles: async ({ db, artistId, steps }) => {
    const candidates = (await listArtistProfiles(db, artistId)).filter(({ state }) => state === 'candidate')
    const question =
      candidates.length === 0
        ? 'Add the pages that are yours, and confirm.'
        : 'Which of these pages are yours? Take out those that are not, add what is missing, and confirm.'
    const shown = candidates.map(
      ({ site_name: siteName, url, display_name: displayName }) =>
        ({ kind: 'candidate', siteName, url, displayName }) as const,
    )
    return [...shown, viewChat(question), viewStep(steps)]
  },
  vault: async ({ db, artistId, steps }) => {
    const pending = (await listVault(db, artistId)).filter(({ curation }) => curation === 'pending')
    const sources = pending.slice(0, sourcesMax)
    const question =
      sources.length === 0
        ? 'Nothing has been collected about you yet. Add pages that tell of you truly.'
        : 'Which of these tell of you truly? What you approve can be quoted; what you leave undecided is not used.'
    return [{ kind: 'sources', sources: sources.map(viewVaultSource) }, viewChat(question), viewStep(steps)]
  },
  interview: async ({ db, artistId, steps }) => {
    const open = (await listOfferedQuestions(db, artistId)).find(({ state }) => state === 'offered')
    return [...(open === undefined ? [] : [viewChat(open.question, open.question_key)]), viewStep(steps)]
  },
  publish: async ({ db, artistId, steps }) => {
    const { bio, draft } = await findOnboarding(db, artistId)
    return [choices, draft === null ? viewStep(steps) : viewDraft(draft, bio)]
  },
}

const choices: OnboardingEvent = {
  kind: 'choices',
  choices: [
    { mode: 'generate', label: 'Write it from my sources and answers' },
    { mode: 'self', label: 'I write it myself' },
  ],
}
