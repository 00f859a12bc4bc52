import type { LoreInput } from '#src/research/lore/compose.ts'
import type { LorePassage, LoreSource } from '#src/research/lore/evidence.ts'
import { readSourcePage, type SourceAuthorship, startReading } from '#src/research/lore/read-source.ts'
import { runAtOnce } from '#src/text/time-slices.ts'

export const artistName = 'Ilse Varga'

/** An input without material; tests add what they are about. */
export function buildLoreInput(parts: Partial<LoreInput> = {}): LoreInput {
  return {
    artistName,
    answers: [],
    passages: [],
    boundaries: [],
    corrections: [],
    charsMax: 4000,
    ...parts,
  }
}

/** Answers to questions with the keys q0, q1, … */
export function buildAnswers(...answers: string[]): LoreInput['answers'] {
  return answers.map((answer, n) => ({
    entryId: `entry-${n}`,
    revision: `${n}`.repeat(64),
    questionKey: `q${n}`,
    question: `What about matter number ${n}?`,
    answer,
    sitting: 1,
  }))
}

export const source: LoreSource = {
  sourceId: 'vault:source-0',
  revision: 'a'.repeat(64),
  title: null,
  publisher: null,
  publishedAt: null,
}

/** A whole source, as the service reads it. */
export function buildPassages(
  text: string,
  more: Partial<LoreSource & SourceAuthorship> = {},
  name = artistName,
): LorePassage[] {
  const { kind = 'vault', speaker = 'not_applicable', ...stored } = more
  const one = { ...source, ...stored, isCaption: kind === 'social_caption' }
  const { blocks } = runAtOnce(readSourcePage(text, startReading({ ...one, kind, speaker }, name), name, true))
  return blocks.map((block) => ({ ...one, block, text: text.slice(block.start, block.end) }))
}

/** A boundary of a question without an answer. */
export function buildBoundary(wording: string, question = 'And what else?') {
  return { wording, questionKey: 'bounded', question }
}
