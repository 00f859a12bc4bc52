import type { Problem } from '#src/contract/problems/problem.ts'
import type { OnboardingEvent, OnboardingStep, OnboardingSteps } from '#src/contract/types.gen.ts'
import type { Draft } from './draft.ts'
import type { Profile, VaultRow } from './queries.ts'
import { currentStepOf, notBegun } from './rules.ts'

type EventOf<Kind extends OnboardingEvent['kind']> = Extract<OnboardingEvent, { kind: Kind }>

type StepInstants = Record<`${OnboardingStep}_at`, Date | null>

export function viewSteps(row: StepInstants | undefined): OnboardingSteps {
  if (row === undefined) return notBegun
  return {
    profiles: row.profiles_at?.toISOString() ?? null,
    vault: row.vault_at?.toISOString() ?? null,
    interview: row.interview_at?.toISOString() ?? null,
    publish: row.publish_at?.toISOString() ?? null,
  }
}

export function viewState(steps: OnboardingSteps) {
  const currentStep = currentStepOf(steps)
  return { status: 'ok' as const, complete: currentStep === null, currentStep, steps }
}

export const viewStep = (steps: OnboardingSteps): EventOf<'step'> => ({
  kind: 'step',
  currentStep: currentStepOf(steps),
  steps,
})

/** Something said; a question when it has a key. */
export const say = (text: string, questionKey: string | null = null): EventOf<'chat'> => ({
  kind: 'chat',
  text,
  questionKey,
})

export const viewProgress = (message: string, done: number, total: number | null): EventOf<'progress'> => ({
  kind: 'progress',
  message,
  done,
  total,
})

export const viewCandidate = ({ site_name, url, display_name }: Profile): EventOf<'candidate'> => ({
  kind: 'candidate',
  siteName: site_name,
  url,
  displayName: display_name,
})

export const viewLinked = ({ site_name, url }: Profile): EventOf<'linked'> => ({
  kind: 'linked',
  siteName: site_name,
  url,
})

type OnboardingSource = EventOf<'source'>['source']

const sourceOf = ({ source_id, title, url, curation }: VaultRow): OnboardingSource => ({
  sourceId: source_id.slice('vault:'.length),
  title: title === null ? null : [...title].slice(0, titleCharsMax).join(''),
  url,
  status: curation,
})

/** Code points of a title that an event can hold; it is shown for a decision and is no quotation. */
const titleCharsMax = 300

export const viewSource = (row: VaultRow): EventOf<'source'> => ({ kind: 'source', source: sourceOf(row) })

export const viewSources = (rows: readonly VaultRow[]): EventOf<'sources'> => ({
  kind: 'sources',
  sources: rows.map(sourceOf),
})

export const choices: EventOf<'choices'> = {
  kind: 'choices',
  choices: [
    { mode: 'generate', label: 'Write it from my sources and answers' },
    { mode: 'self', label: 'I write it myself' },
  ],
}

export const viewDraft = ({ doc, about, sources }: Draft, bio: string | null): EventOf<'draft'> => ({
  kind: 'draft',
  doc,
  about,
  sources,
  expectedBio: bio,
})

export const viewError = ({ code, message }: Problem, currentStep: OnboardingStep | null): EventOf<'error'> => ({
  kind: 'error',
  code,
  error: message,
  currentStep,
})
