import type { ComponentChildren } from 'preact'
import { type Schemas, useArtist } from '../api/index.ts'
import { formatRoute, type View } from '../app/navigation.tsx'
import { Button, onSubmitOf, TextField } from '../parts/index.ts'
import { parseAddresses } from './conversation.ts'

type Step = Schemas['OnboardingStep']

/** The steps in the words of the view, in their order, and the view in which each can be changed once it is done. */
const steps: Record<Step, { title: string; view: View }> = {
  profiles: { title: 'Your pages', view: 'sources' },
  vault: { title: 'What may be quoted', view: 'sources' },
  interview: { title: 'A few questions', view: 'answers' },
  publish: { title: 'The text to publish', view: 'page' },
}

type StepperProps = { done: Schemas['OnboardingSteps'] | undefined; currentStep: Step | null }

/** How far the set-up is; a step that is done leads to where it can be changed. */
export function Stepper({ done, currentStep }: StepperProps) {
  const { id } = useArtist()
  return (
    <nav class="stepper" aria-label="Steps">
      <ol>
        {Object.entries(steps).map(([step, { title, view }], at) => {
          const isDone = done !== undefined && done[step as Step] !== null
          return (
            <li key={step} aria-current={step === currentStep ? 'step' : undefined}>
              <span aria-hidden="true">{isDone ? '✓' : at + 1}</span>
              {isDone ? <a href={formatRoute(id, view)}>{`${title}: done, change it`}</a> : <span>{title}</span>}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

type FormProps = {
  step: Step
  label: string
  isReady: boolean
  onSubmit: () => unknown
  beside?: ComponentChildren
  children: ComponentChildren
}

export const StepForm = ({ step, label, isReady, onSubmit, beside, children }: FormProps) => (
  <form class="card stack" aria-labelledby="setup-step" onSubmit={onSubmitOf(() => isReady && onSubmit())}>
    <h2 id="setup-step" tabindex={-1}>
      {steps[step].title}
    </h2>
    {children}
    <div class="row">
      <Button label={label} type="submit" kind="primary" disabled={!isReady} />
      {beside}
    </div>
  </form>
)

type FieldProps = { id: string; label: string; value: string; onValue: (value: string) => void }

export function AddressesField(props: FieldProps) {
  const { wrong } = parseAddresses(props.value)
  return (
    <div>
      <TextField rows={2} bounds={{ min: 1, max: 20_000 }} hint="One address in each line." {...props} />
      <p role="status" class="wrong">
        {wrong.length > 0 && `Not a web address: ${wrong.join(' · ')}`}
      </p>
    </div>
  )
}
