import type { Handler } from '#src/contract/operation-types.ts'
import { inTime } from './in-time.ts'
import { findStanding } from './queries.ts'
import { currentStepOf, isLast, refuseContradiction } from './rules.ts'
import type { Scene } from './scene.ts'
import { takeTurn } from './turns/index.ts'
import { say, viewError, viewStep, viewSteps } from './views.ts'

/** A turn ends within 55 seconds (operations, section 8); the difference is for what is under way when its time is over. */
const turnMs = 50_000

/**
 * Takes one turn of the onboarding conversation. Who may not, is told before the stream begins; whatever fails afterwards is its last
 * event, with the step that onboarding is at.
 */
export const takeOnboardingTurn: Handler<'takeOnboardingTurn'> = async ({ path, body, caller }, resources) => {
  refuseContradiction(body)
  const { artistId } = path
  const { name, ...standing } = await findStanding(resources.db, caller, artistId)
  const abandoned = new AbortController()
  const scene: Scene = {
    ...{ ...resources, caller, artistId, artistName: name ?? '', steps: viewSteps(standing) },
    abandoned: abandoned.signal,
  }
  const late = () => [
    say('This takes longer. It goes on without you; open the conversation again.'),
    viewStep(scene.steps),
  ]
  return {
    status: 200,
    body: {
      events: inTime(takeTurn(body, scene), turnMs, late),
      isLast,
      abandon: () => abandoned.abort(),
      failure: (problem) => viewError(problem, currentStepOf(scene.steps)),
    },
  }
}
