import type { Schemas } from '../api/shapes.ts'
import { html } from '../html.ts'
import { Timestamp } from '../parts/Timestamp.ts'

type Step = Schemas['OnboardingStep']

/** The steps in the words of the view, in their order. */
export const stepTitles: Record<Step, string> = {
  profiles: 'Your pages',
  vault: 'What may be quoted',
  interview: 'A few questions',
  publish: 'The text to publish',
}

type Props = { steps: Schemas['OnboardingSteps']; currentStep: Step | null }

/** How far the onboarding has come. */
export const StepList = ({ steps, currentStep }: Props) => html`
  <ol class="steps" aria-label="Steps">${Object.entries(stepTitles).map(([step, title]) => {
    const doneAt = steps[step as Step]
    return html`<li aria-current=${step === currentStep ? 'step' : undefined}>
      <span>${title}</span> <span class="hint">${doneAt === null ? (step === currentStep ? 'now' : 'later') : html`<span class="ok">✓ done</span> <${Timestamp} at=${doneAt} />`}</span></li>`
  })}</ol>`
