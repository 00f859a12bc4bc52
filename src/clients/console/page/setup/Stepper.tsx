import { useState } from 'preact/hooks'
import { useArtist } from '../api/artist.ts'
import type { Schemas } from '../api/client.ts'
import { formatRoute, type View } from '../app/route.ts'
import { Timestamp } from '../parts/dates.tsx'

type Step = Schemas['OnboardingStep']

/** The steps in the words of the view, in their order, and where each can be changed once it is done. */
export const steps: Record<Step, { title: string; later: string; view: View; link: string }> = {
  profiles: {
    title: 'Your pages',
    later: 'Pages that are missing can be looked for at any time.',
    view: 'sources',
    link: 'Look for more',
  },
  vault: {
    title: 'What may be quoted',
    later: 'You can decide again about each text.',
    view: 'sources',
    link: 'Your sources',
  },
  interview: {
    title: 'A few questions',
    later: 'You can revise each answer, and answer what you skipped.',
    view: 'answers',
    link: 'Your answers',
  },
  publish: {
    title: 'The text to publish',
    later: 'You can correct each sentence of your page.',
    view: 'page',
    link: 'Your page',
  },
}

type Props = { steps: Schemas['OnboardingSteps'] | undefined; currentStep: Step | null }

/** How far the set-up is; a step that is done says where it can be changed. */
export function Stepper({ steps: done, currentStep }: Props) {
  const { id } = useArtist()
  const [opened, open] = useState<Step>()
  const about = opened === undefined ? undefined : steps[opened]
  return (
    <nav class="stepper" aria-label="Steps">
      <ol>
        {Object.entries(steps).map(([step, { title }], at) => {
          const doneAt = done?.[step as Step] ?? null
          return (
            <li
              key={step}
              aria-current={step === currentStep ? 'step' : undefined}
              class={doneAt === null ? '' : 'done'}
            >
              <span class="step-number" aria-hidden="true">
                {doneAt === null ? at + 1 : '✓'}
              </span>
              {doneAt === null ? (
                <span>{title}</span>
              ) : (
                <button
                  type="button"
                  class="link"
                  aria-expanded={opened === step}
                  onClick={() => open(opened === step ? undefined : (step as Step))}
                >
                  {title}
                  <span class="unseen">, done</span>
                </button>
              )}
            </li>
          )
        })}
      </ol>
      {about !== undefined && opened !== undefined && (
        <p class="notice" role="status">
          Done on <Timestamp at={done?.[opened] ?? null} />. {about.later}{' '}
          <a href={formatRoute(id, about.view)}>{about.link}</a>
        </p>
      )}
    </nav>
  )
}
