export { readOnboardingState } from './readOnboardingState.ts'
export { takeOnboardingTurn } from './takeOnboardingTurn.ts'
