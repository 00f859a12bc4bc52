import type { Schemas } from '../api/shapes.ts'

type Event = Schemas['OnboardingEvent']
type EventOf<Kind extends Event['kind']> = Extract<Event, { kind: Kind }>

/** What the turns of an onboarding have led to: all that a step shows. */
export type ConversationState = {
  /** Undefined until a turn has ended; null when the onboarding is complete. */
  currentStep: Schemas['OnboardingStep'] | null | undefined
  said: string[]
  question: { key: string; text: string } | undefined
  progress: EventOf<'progress'> | undefined
  candidates: EventOf<'candidate'>[]
  linked: EventOf<'linked'>[]
  unreachable: EventOf<'unreachable'>[]
  sources: Schemas['OnboardingSource'][]
  choices: Schemas['AboutChoice'][]
  /** The pieces of a draft that is being written. */
  written: string
  draft: EventOf<'draft'> | undefined
  publishedAt: string | undefined
  failure: EventOf<'error'> | undefined
}

export const newTurn: ConversationState = {
  currentStep: undefined,
  said: [],
  question: undefined,
  progress: undefined,
  candidates: [],
  linked: [],
  unreachable: [],
  sources: [],
  choices: [],
  written: '',
  draft: undefined,
  publishedAt: undefined,
  failure: undefined,
}

/** The conversation after one more event of a turn. */
export function applyEvent(before: ConversationState, event: Event): ConversationState {
  switch (event.kind) {
    case 'chat':
      return event.questionKey === null
        ? { ...before, said: [...before.said, event.text] }
        : { ...before, question: { key: event.questionKey, text: event.text } }
    case 'progress':
      return { ...before, progress: event }
    case 'candidate':
      return { ...before, candidates: replaceBy(before.candidates, event, ({ siteName }) => siteName) }
    case 'linked':
      return { ...before, linked: replaceBy(before.linked, event, ({ siteName }) => siteName) }
    case 'unreachable':
      return { ...before, unreachable: replaceBy(before.unreachable, event, ({ url }) => url) }
    case 'source':
      return { ...before, sources: replaceBy(before.sources, event.source, ({ sourceId }) => sourceId) }
    case 'sources':
      return { ...before, sources: event.sources }
    case 'text-delta':
      return { ...before, written: before.written + event.text }
    case 'choices':
      return { ...before, choices: event.choices }
    case 'step':
      return { ...before, currentStep: event.currentStep }
    case 'draft':
      return { ...before, currentStep: 'publish', draft: event }
    case 'complete':
      return { ...before, currentStep: null, publishedAt: event.publishedAt }
    case 'error':
      return { ...before, currentStep: event.currentStep, failure: event }
  }
}

/** Whether an event has ended the turn: a stream that stops before was cut off. */
export const isEnded = ({ currentStep }: ConversationState): boolean => currentStep !== undefined

/** Some turns end with what a step names twice, such as a profile that was linked by this turn and before. */
const replaceBy = <T>(list: readonly T[], next: T, getKey: (one: T) => string): T[] => [
  ...list.filter((one) => getKey(one) !== getKey(next)),
  next,
]

/** The addresses in a text of one a line, exactly as they were typed but for the white space around them. */
export function parseAddresses(text: string): { urls: string[]; wrong: string[] } {
  const lines = [...new Set(text.split('\n').map((line) => line.trim()))].filter((line) => line !== '')
  const isAddress = (line: string) => /^https?:\/\/[^\s/]+\S*$/i.test(line) && URL.canParse(line)
  return { urls: lines.filter(isAddress), wrong: lines.filter((line) => !isAddress(line)) }
}
