import type { Schemas } from '../../../typescript/index.ts'

type Event = Schemas['OnboardingEvent']

/** What the events of a turn have led to: all that a step shows. */
export function readTurn(events: readonly Event[]) {
  const list = <Kind extends Event['kind']>(kind: Kind) =>
    events.filter((event): event is Extract<Event, { kind: Kind }> => event.kind === kind)
  const [draft, failure, complete] = [list('draft').at(-1), list('error').at(-1), list('complete').at(-1)]
  const reached = failure ?? list('step').at(-1)
  const progress = list('progress').at(-1)
  const sameWork = list('progress').filter(({ message }) => message === progress?.message)
  return {
    /** Undefined until a turn has ended; null when the onboarding is complete. */
    currentStep: complete ? null : draft && !failure ? ('publish' as const) : reached?.currentStep,
    said: list('chat').flatMap(({ text, questionKey }) => (questionKey === null ? text : [])),
    question: list('chat').findLast(({ questionKey }) => questionKey !== null),
    // The bar of one piece of work never runs backwards, even where its total grows while it is done.
    progress: progress && { ...progress, done: Math.max(...sameWork.map(({ done }) => done)) },
    candidates: list('candidate'),
    unreachable: list('unreachable'),
    sources: list('sources').flatMap(({ sources }) => sources),
    draft,
    publishedAt: complete?.publishedAt,
    failure,
  }
}

export type Conversation = ReturnType<typeof readTurn>

/** Addresses of one turn (contract, takeOnboardingTurn). */
const addressesMax = 100

/** The addresses in a text of one a line. A host that was typed without a scheme gets `https://`. */
export function parseAddresses(text: string): { urls: string[]; wrong: string[]; isReady: boolean } {
  const lines = [...new Set(text.split('\n').map((line) => line.trim()))].filter((line) => line !== '')
  const complete = (line: string) => (/^https?:\/\//i.test(line) ? line : `https://${line}`)
  const isAddress = (line: string) =>
    /^https?:\/\/[^\s/@]+\.[^\s/.]+(?:[/?#:]\S*)?$/i.test(complete(line)) && URL.canParse(complete(line))
  const urls = [...new Set(lines.filter(isAddress).map(complete))]
  const wrong = lines.filter((line) => !isAddress(line))
  return { urls, wrong, isReady: wrong.length === 0 && urls.length <= addressesMax }
}
