import type { Schemas } from '../api/shapes.ts'
import { type Children, html } from '../html.ts'
import { stepTitles } from './StepList.ts'
import type { useConversation } from './use-conversation.ts'

export type StepProps = { conversation: ReturnType<typeof useConversation> }

type Props = { step: Schemas['OnboardingStep']; onSubmit: () => void } & Children

/** What there is to do at one step. */
export const StepCard = ({ step, onSubmit, children }: Props) => html`
  <form class="card" aria-labelledby="onboarding-step" onSubmit=${(event: Event) => {
    event.preventDefault()
    onSubmit()
  }}>
    <h2 id="onboarding-step" tabindex="-1">${stepTitles[step]}</h2>
    ${children}
  </form>`
