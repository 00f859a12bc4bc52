import type { Schemas } from '../../../typescript/index.ts'

/**
 * Questions that fit any passage of their kind. They are open, ask for what only the artist can tell, and claim nothing
 * of the passage: it stands beside them.
 */
const questions = {
  post: [
    'What made you write this, and would you write it the same way today?',
    'What was going on around you when you posted this?',
    'Who were you thinking of when you wrote this?',
  ],
  speech: [
    'Is this how it was said, as you remember it? What would you add today?',
    'What came before these words, and what became of them?',
    'What would you say about this now that you would not have said then?',
  ],
  work: [
    'What should somebody listen for here that this passage does not mention?',
    'How did it come about, from the first idea to what people heard?',
    'What did you leave out or change on the way, and why?',
  ],
  account: [
    'Is this how you remember it? What would you add, and what would you put differently?',
    'What is missing here that only you can tell?',
    'What led up to this, and what came of it?',
  ],
} as const

export type PassageKind = keyof typeof questions

const work =
  /\b(?:album|record(?:ed|ing|ings|s)?|single|song|songs|track|tracks|piece|sonata|symphony|opera|concerto|suite|EP|LP|score|compos(?:ed|es|ition|itions)|wrote)\b/iu

/** What a passage is about, as far as its words and its source say for certain. */
export function classifyPassage(source: Pick<Schemas['Source'], 'kind'>, quote: string): PassageKind {
  if (source.kind === 'social_caption') return 'post'
  if (/[“"„«]\p{L}[^”"“»]{20,}[”"“»]/u.test(quote)) return 'speech'
  return work.test(quote) ? 'work' : 'account'
}

/** A question about a passage that none of `taken` asks in the same words, as far as there are so many. */
export function composeQuestion(kind: PassageKind, taken: readonly string[]): string {
  const fitting: readonly string[] = [...questions[kind], ...questions.account]
  return fitting.find((question) => !taken.includes(question)) ?? fitting[0] ?? ''
}
