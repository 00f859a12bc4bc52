import { type Schemas, useArtist } from '../api/index.ts'
import { formatRoute, type View } from '../app/route.ts'

type Step = Schemas['OnboardingStep']

/** The steps in the words of the view, in their order, and the view in which each can be changed once it is done. */
export const steps: Record<Step, { title: string; view: View }> = {
  profiles: { title: 'Your pages', view: 'sources' },
  vault: { title: 'What may be quoted', view: 'sources' },
  interview: { title: 'A few questions', view: 'answers' },
  publish: { title: 'The text to publish', view: 'page' },
}

type Props = { done: Schemas['OnboardingSteps'] | undefined; currentStep: Step | null }

/** How far the set-up is; a step that is done leads to where it can be changed. */
export function Stepper({ done, currentStep }: Props) {
  const { id } = useArtist()
  return (
    <nav class="stepper" aria-label="Steps">
      <ol>
        {Object.entries(steps).map(([step, { title, view }], at) => {
          const isDone = done !== undefined && done[step as Step] !== null
          return (
            <li key={step} class={isDone ? 'done' : ''} aria-current={step === currentStep ? 'step' : undefined}>
              <span aria-hidden="true">{isDone ? '✓' : at + 1}</span>
              {isDone ? <a href={formatRoute(id, view)}>{`${title}: done, change it`}</a> : <span>{title}</span>}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
