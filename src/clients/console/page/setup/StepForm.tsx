import type { ComponentChildren } from 'preact'
import type { Schemas } from '../api/index.ts'
import { onSubmitOf, TextField } from '../parts/index.ts'
import { parseAddresses } from './conversation.ts'
import { steps } from './Stepper.tsx'

type Props = { step: Schemas['OnboardingStep']; onSubmit: () => unknown; children: ComponentChildren }

/** What there is to do at one step. */
export const StepForm = ({ step, onSubmit, children }: Props) => (
  <form class="card stack" aria-labelledby="setup-step" onSubmit={onSubmitOf(onSubmit)}>
    <h2 id="setup-step" tabindex={-1}>
      {steps[step].title}
    </h2>
    {children}
  </form>
)

const addressesMax = 100

type FieldProps = { id: string; label: string; value: string; onValue: (value: string) => void }

/** Web addresses, one in each line, with those that are none. */
export function AddressesField({ id, label, value, onValue }: FieldProps) {
  const { wrong } = parseAddresses(value)
  return (
    <div>
      <TextField
        id={id}
        label={label}
        rows={2}
        min={0}
        max={20_000}
        value={value}
        onValue={onValue}
        hint="One address in each line."
      />
      <p role="status" class="wrong">
        {wrong.length > 0 && `Not a web address: ${wrong.join(' · ')}`}
      </p>
    </div>
  )
}

/** Whether what was typed can be sent. */
export const areAddressesReady = (value: string): boolean => {
  const { urls, wrong } = parseAddresses(value)
  return wrong.length === 0 && urls.length <= addressesMax
}
