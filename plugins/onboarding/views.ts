import type { Problem } from '#src/contract/problems/problem.ts'
import type { OnboardingEvent, OnboardingStep, OnboardingSteps } from '#src/contract/types.gen.ts'
import { truncateCodePoints } from '#src/evidence/references/public-metadata.ts'
import type { ArtistProfile, VaultRow } from './queries.ts'
import { findCurrentStep, noStepCompleted, type PageDraft } from './rules.ts'

type EventOf<Kind extends OnboardingEvent['kind']> = Extract<OnboardingEvent, { kind: Kind }>

type StepInstants = Record<`${OnboardingStep}_at`, Date | null>

export function viewSteps(row: StepInstants | undefined): OnboardingSteps {
  if (row === undefined) return noStepCompleted
  return {
    profiles: row.profiles_at?.toISOString() ?? null,
    vault: row.vault_at?.toISOString() ?? null,
    interview: row.interview_at?.toISOString() ?? null,
    publish: row.publish_at?.toISOString() ?? null,
  }
}

export function viewState(steps: OnboardingSteps) {
  const currentStep = findCurrentStep(steps)
  return { status: 'ok' as const, complete: currentStep === null, currentStep, steps }
}

export const viewStep = (steps: OnboardingSteps): EventOf<'step'> => ({
  kind: 'step',
  currentStep: findCurrentStep(steps),
  steps,
})

/** A message of the conversation; a question if it has a key. */
export const viewChat = (text: string, questionKey: string | null = null): EventOf<'chat'> => ({
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

export const viewProfileCandidate = ({ site_name, url, display_name }: ArtistProfile): EventOf<'candidate'> => ({
  kind: 'candidate',
  siteName: site_name,
  url,
  displayName: display_name,
})

export const viewLinked = ({ site_name, url }: ArtistProfile): EventOf<'linked'> => ({
  kind: 'linked',
  siteName: site_name,
  url,
})

type OnboardingSource = EventOf<'source'>['source']

const viewSource = ({ source_id, title, url, curation }: VaultRow): OnboardingSource => ({
  sourceId: source_id.slice('vault:'.length),
  // Code points that an event can hold; a title is shown for a decision and is no quotation.
  title: truncateCodePoints(title, 300),
  url,
  status: curation,
})

export const viewVaultSource = (row: VaultRow): EventOf<'source'> => ({ kind: 'source', source: viewSource(row) })

export const viewVaultSources = (rows: readonly VaultRow[]): EventOf<'sources'> => ({
  kind: 'sources',
  sources: rows.map(viewSource),
})

export const choices: EventOf<'choices'> = {
  kind: 'choices',
  choices: [
    { mode: 'generate', label: 'Write it from my sources and answers' },
    { mode: 'self', label: 'I write it myself' },
  ],
}

export const viewDraft = ({ doc, about, sources }: PageDraft, bio: string | null): EventOf<'draft'> => ({
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
