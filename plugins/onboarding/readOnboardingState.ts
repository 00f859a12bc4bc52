import type { Handler } from '#plugins/handler.ts'
import { findSteps } from './queries.ts'
import { viewState, viewSteps } from './views.ts'

/** How far an artist's onboarding has come (operations, section 8). Public: it shows the steps and nothing else. */
export const readOnboardingState: Handler<'readOnboardingState'> = async ({ path }, { db }) => ({
  status: 200,
  body: viewState(viewSteps(await findSteps(db, path.artistId))),
})
