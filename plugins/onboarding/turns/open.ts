import type { OnboardingEvent } from '#src/contract/types.gen.ts'
import { goOnAsking } from '../interview.ts'
import { look } from '../look.ts'
import { openStep } from '../opening.ts'
import { findOnboarding } from '../queries.ts'
import { currentStepOf } from '../rules.ts'
import { change, type Scene } from '../scene.ts'
import { say } from '../views.ts'

/** Opens the conversation or takes it up where it was left. The first time, profiles are looked for. */
export async function* open(scene: Scene): AsyncGenerator<OnboardingEvent> {
  const { looked_at } = await findOnboarding(scene.db, scene.artistId)
  if (currentStepOf(scene.steps) === 'profiles' && looked_at === null) {
    yield say(`Welcome, ${scene.artistName}. First we look for the pages that are yours.`)
    yield* look(scene)
  }
  // An answer that was saved elsewhere, among the responses, leaves the next question to be asked here.
  if (currentStepOf(scene.steps) === 'interview') await change(scene, goOnAsking)
  yield* openStep(scene)
}
