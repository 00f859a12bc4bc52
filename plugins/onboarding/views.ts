import type { OnboardingEvent, OnboardingStep, OnboardingSteps } from '#src/contract/types.gen.ts'
import { truncateCodePoints } from '#src/evidence/references/public-metadata.ts'
import type { ArtistProfile, PageDraft, VaultRow } from './queries.ts'
import { findCurrentStep } from './rules.ts'

type StepInstants = Record<`${OnboardingStep}_at`, Date | null>

/** When each step was completed; nothing has begun where there is no row. */
export const viewSteps = (row: StepInstants | undefined): OnboardingSteps => ({
  profiles: row?.profiles_at?.toISOString() ?? null,
  vault: row?.vault_at?.toISOString() ?? null,
  interview: row?.interview_at?.toISOString() ?? null,
  publish: row?.publish_at?.toISOString() ?? null,
})

export const viewStep = (steps: OnboardingSteps): OnboardingEvent => ({
  kind: 'step',
  currentStep: findCurrentStep(steps),
  steps,
})

/** A message of the conversation; a question if it has a key. */
export const viewChat = (text: string, questionKey: string | null = null): OnboardingEvent => ({
  kind: 'chat',
  text,
  questionKey,
})

export const viewLinked = ({ site_name: siteName, url }: ArtistProfile): OnboardingEvent => ({
  kind: 'linked',
  siteName,
  url,
})

/** A record of the vault. Its title is shown for a decision, not quoted: it is cut to what an event can hold. */
export const viewVaultSource = ({ source_id, title, url, curation }: VaultRow) => ({
  sourceId: source_id.slice('vault:'.length),
  title: truncateCodePoints(title, 300),
  url,
  status: curation,
})

export const viewDraft = ({ doc, about, sources }: PageDraft, expectedBio: string | null): OnboardingEvent => ({
  kind: 'draft',
  doc,
  about,
  sources,
  expectedBio,
})
