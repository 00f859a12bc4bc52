import { area } from '#plugins/handler.ts'
import { readOnboardingState } from './readOnboardingState.ts'
import { takeOnboardingTurn } from './takeOnboardingTurn.ts'

export default area('onboarding', { takeOnboardingTurn, readOnboardingState })
