import type { OnboardingEvent, OnboardingStep } from '#src/contract/types.gen.ts'
import { savedDraft } from './draft.ts'
import { listAsked } from './interview.ts'
import { findOnboarding, listPending, listProfiles } from './queries.ts'
import { currentStepOf } from './rules.ts'
import type { Scene } from './scene.ts'
import { choices, say, viewCandidate, viewDraft, viewLinked, viewSources, viewStep } from './views.ts'

/** Sources that are shown at once: the contract's bound. */
const sourcesMax = 100

/** What there is to do at the step that onboarding is at; ends the turn. */
export async function* openStep(scene: Scene): AsyncGenerator<OnboardingEvent> {
  if (scene.abandoned.aborted) return
  const { publish: publishedAt } = scene.steps
  if (publishedAt !== null) yield { kind: 'complete', publishedAt }
  else yield* openings[currentStepOf(scene.steps) ?? 'publish'](scene)
}

const openings: Readonly<Record<OnboardingStep, (scene: Scene) => AsyncGenerator<OnboardingEvent>>> = {
  profiles: openProfiles,
  vault: openVault,
  interview: openInterview,
  publish: openPublish,
}

async function* openProfiles({ db, artistId, steps }: Scene): AsyncGenerator<OnboardingEvent> {
  const profiles = await listProfiles(db, artistId)
  const linked = profiles.filter(({ state }) => state === 'linked')
  const candidates = profiles.filter(({ state }) => state === 'candidate')
  yield* linked.map(viewLinked)
  yield* candidates.map(viewCandidate)
  yield say(
    candidates.length === 0
      ? 'Add the pages that are yours, and confirm.'
      : 'Which of these pages are yours? Take out those that are not, add what is missing, and confirm.',
  )
  yield viewStep(steps)
}

async function* openVault({ db, artistId, steps }: Scene): AsyncGenerator<OnboardingEvent> {
  const sources = await listPending(db, artistId, sourcesMax)
  yield viewSources(sources)
  yield say(
    sources.length === 0
      ? 'Nothing has been collected about you yet. Add pages that tell of you truly.'
      : 'Which of these tell of you truly? What you approve can be quoted; what you leave undecided is not used.',
  )
  yield viewStep(steps)
}

async function* openInterview({ db, artistId, steps }: Scene): AsyncGenerator<OnboardingEvent> {
  const open = (await listAsked(db, artistId)).find(({ state }) => state === 'offered')
  if (open !== undefined) yield say(open.question, open.question_key)
  yield viewStep(steps)
}

async function* openPublish({ db, artistId, steps }: Scene): AsyncGenerator<OnboardingEvent> {
  const { bio, draft } = await findOnboarding(db, artistId)
  yield choices
  yield draft === null ? viewStep(steps) : viewDraft(savedDraft(draft), bio)
}
