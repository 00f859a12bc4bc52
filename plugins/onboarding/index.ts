import { defineArea } from '#plugins/handler.ts'
import { readOnboardingState } from './readOnboardingState.ts'
import { takeOnboardingTurn } from './takeOnboardingTurn.ts'

export default defineArea('onboarding', { takeOnboardingTurn, readOnboardingState })
