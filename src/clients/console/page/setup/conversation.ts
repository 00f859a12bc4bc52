import type { Schemas } from '../../../typescript/index.ts'

type Event = Schemas['OnboardingEvent']
type EventOf<Kind extends Event['kind']> = Extract<Event, { kind: Kind }>

/** What the turns of an onboarding have led to: all that a step shows. */
export const newTurn = {
  /** Undefined until a turn has ended; null when the onboarding is complete. */
  currentStep: undefined as Schemas['OnboardingStep'] | null | undefined,
  said: [] as string[],
  question: undefined as { key: string; text: string } | undefined,
  progress: undefined as EventOf<'progress'> | undefined,
  candidates: [] as EventOf<'candidate'>[],
  linked: [] as EventOf<'linked'>[],
  unreachable: [] as EventOf<'unreachable'>[],
  sources: [] as Schemas['OnboardingSource'][],
  choices: [] as Schemas['AboutChoice'][],
  /** The pieces of a draft that is being written. */
  written: '',
  draft: undefined as EventOf<'draft'> | undefined,
  publishedAt: undefined as string | undefined,
  failure: undefined as EventOf<'error'> | undefined,
}

export type Conversation = typeof newTurn

/** The conversation after one more event of a turn. */
export function applyEvent(before: Conversation, event: Event | { kind: 'resumed' }): Conversation {
  switch (event.kind) {
    case 'resumed':
      return newTurn
    case 'chat':
      return event.questionKey === null
        ? { ...before, said: [...before.said, event.text] }
        : { ...before, question: { key: event.questionKey, text: event.text } }
    case 'progress':
      return { ...before, progress: keepProgress(before.progress, event) }
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

/** The bar of one piece of work never runs backwards, even where its total grows while it is done. */
function keepProgress(before: EventOf<'progress'> | undefined, next: EventOf<'progress'>): EventOf<'progress'> {
  if (before === undefined || before.message !== next.message) return next
  return { ...next, done: Math.max(before.done, next.done) }
}

/** Some turns end with what a step names twice, such as a profile that was linked by this turn and before. */
const replaceBy = <T>(list: readonly T[], next: T, getKey: (one: T) => string): T[] => [
  ...list.filter((one) => getKey(one) !== getKey(next)),
  next,
]

/** The addresses in a text of one a line. A host that was typed without a scheme gets `https://`. */
export function parseAddresses(text: string): { urls: string[]; wrong: string[] } {
  const lines = [...new Set(text.split('\n').map((line) => line.trim()))].filter((line) => line !== '')
  const complete = (line: string) => (/^https?:\/\//i.test(line) ? line : `https://${line}`)
  const isAddress = (line: string) =>
    /^https?:\/\/[^\s/@]+\.[^\s/.]+(?:[/?#:]\S*)?$/i.test(complete(line)) && URL.canParse(complete(line))
  return { urls: lines.filter(isAddress).map(complete), wrong: lines.filter((line) => !isAddress(line)) }
}
