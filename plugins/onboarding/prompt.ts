import type { OnboardingEvent, OnboardingStep } from '#src/contract/types.gen.ts'
import { readSavedDraft } from './draft.ts'
import { findOnboarding, listArtistProfiles, listOfferedQuestions, listPendingSources } from './queries.ts'
import { findCurrentStep } from './rules.ts'
import type { TurnContext } from './turn-context.ts'
import { choices, viewChat, viewDraft, viewLinked, viewProfileCandidate, viewStep, viewVaultSources } from './views.ts'

/** Sources that are shown at once: the contract's bound. */
const sourcesMax = 100

/** The event that says what to do at the current step; it ends the turn. */
export async function* promptStep(context: TurnContext): AsyncGenerator<OnboardingEvent> {
  if (context.abandoned.aborted) return
  const { publish: publishedAt } = context.steps
  if (publishedAt !== null) yield { kind: 'complete', publishedAt }
  else yield* stepPrompts[findCurrentStep(context.steps) ?? 'publish'](context)
}

const stepPrompts: Readonly<Record<OnboardingStep, (context: TurnContext) => AsyncGenerator<OnboardingEvent>>> = {
  profiles: promptProfiles,
  vault: promptVault,
  interview: promptInterview,
  publish: promptPublish,
}

async function* promptProfiles({ db, artistId, steps }: TurnContext): AsyncGenerator<OnboardingEvent> {
  const profiles = await listArtistProfiles(db, artistId)
  const linked = profiles.filter(({ state }) => state === 'linked')
  const candidates = profiles.filter(({ state }) => state === 'candidate')
  yield* linked.map(viewLinked)
  yield* candidates.map(viewProfileCandidate)
  yield viewChat(
    candidates.length === 0
      ? 'Add the pages that are yours, and confirm.'
      : 'Which of these pages are yours? Take out those that are not, add what is missing, and confirm.',
  )
  yield viewStep(steps)
}

async function* promptVault({ db, artistId, steps }: TurnContext): AsyncGenerator<OnboardingEvent> {
  const sources = await listPendingSources(db, artistId, sourcesMax)
  yield viewVaultSources(sources)
  yield viewChat(
    sources.length === 0
      ? 'Nothing has been collected about you yet. Add pages that tell of you truly.'
      : 'Which of these tell of you truly? What you approve can be quoted; what you leave undecided is not used.',
  )
  yield viewStep(steps)
}

async function* promptInterview({ db, artistId, steps }: TurnContext): AsyncGenerator<OnboardingEvent> {
  const open = (await listOfferedQuestions(db, artistId)).find(({ state }) => state === 'offered')
  if (open !== undefined) yield viewChat(open.question, open.question_key)
  yield viewStep(steps)
}

async function* promptPublish({ db, artistId, steps }: TurnContext): AsyncGenerator<OnboardingEvent> {
  const { bio, draft } = await findOnboarding(db, artistId)
  yield choices
  yield draft === null ? viewStep(steps) : viewDraft(readSavedDraft(draft), bio)
}
