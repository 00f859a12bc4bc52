import type { LoreInput } from '#src/research/lore/compose.ts'

type Passage = LoreInput['passages'][number]

/** An input with nothing to say; tests add what they are about. */
export function loreInput(parts: Partial<LoreInput> = {}): LoreInput {
  return {
    artistName: 'Ilse Varga',
    answers: [],
    passages: [],
    boundaries: [],
    corrections: [],
    maxChars: 4000,
    ...parts,
  }
}

/** Answers to questions with the keys q0, q1, … */
export function answersSaying(...answers: string[]): LoreInput['answers'] {
  return answers.map((answer, n) => ({
    entryId: `entry-${n}`,
    revision: `${n}`.repeat(64),
    questionKey: `q${n}`,
    question: `What about matter number ${n}?`,
    answer,
  }))
}

/** A whole source. */
export function passageSaying(text: string, more: Partial<Passage> = {}): Passage {
  return { sourceId: 'vault:source-0', revision: 'a'.repeat(64), start: 0, text, title: null, ...more }
}

/** A boundary tied to a question that nobody answered. */
export function boundary(wording: string, question = 'And what else?') {
  return { wording, questionKey: 'bounded', question }
}
