import { Problem } from '#src/contract/problems/problem.ts'
import type { OnboardingEvent, OnboardingStep, OnboardingSteps, OnboardingTurn } from '#src/contract/types.gen.ts'
import { disputeQuestionKey } from '#src/research/lore/material.ts'
import { normalizeProfileUrl, refusalToLink } from '#src/text/url/page-url.ts'

const stepsInOrder = ['profiles', 'vault', 'interview', 'publish'] as const satisfies OnboardingStep[]

/**
 * The questions of every onboarding, in this order. A question that was offered keeps its text, so a new text
 * here is for those who have not come to it yet.
 */
export const questions: readonly { key: string; question: string }[] = [
  { key: 'onboarding-1', question: 'Where does your music come from: which place, people or sounds?' },
  {
    key: 'onboarding-2',
    question: 'Which of your recordings should somebody hear first, and what were you after in it?',
  },
  { key: 'onboarding-3', question: 'How do you work when a new piece begins?' },
  { key: disputeQuestionKey, question: 'What has been written about you that you would put differently?' },
]

/** The first step that is not completed; null when all are. */
export const findCurrentStep = (steps: OnboardingSteps): OnboardingStep | null =>
  stepsInOrder.find((step) => steps[step] === null) ?? null

type StepTurn = Exclude<OnboardingTurn['type'], 'open'>

export const stepOfTurn = {
  confirm_profiles: 'profiles',
  find_more_profiles: 'profiles',
  vault_review: 'vault',
  interview_answer: 'interview',
  about_choice: 'publish',
  publish: 'publish',
} as const satisfies Record<StepTurn, OnboardingStep>

/**
 * Keeps the order of the steps (operations, section 8).
 * @throws Problem `state_changed` when the turn is not of the current step
 */
export function requireCurrentStep(type: StepTurn, steps: OnboardingSteps): void {
  if (findCurrentStep(steps) === stepOfTurn[type]) return
  throw new Problem('state_changed', { message: 'This is not the step that your onboarding is at.' })
}

/** A link that can be taken, once, and events of those that cannot, in the order in which they were given. */
export function classifyLinks(urls: readonly string[]): { links: string[]; refused: OnboardingEvent[] } {
  const links = new Map<string | undefined, string>()
  const refused: OnboardingEvent[] = []
  for (const url of urls) {
    const reason = refusalToLink(url)
    if (reason === undefined) links.set(normalizeProfileUrl(url), url)
    else refused.push({ kind: 'unreachable', url, reason })
  }
  return { links: [...links.values()], refused }
}

const terminalKinds = new Set<OnboardingEvent['kind']>(['step', 'draft', 'complete', 'error'])

/** Whether a turn ends with this event (contract, takeOnboardingTurn). */
export const isTerminalEvent = ({ kind }: OnboardingEvent): boolean => terminalKinds.has(kind)
