import type { HashedCitation } from '#src/text/revisions.ts'
import { findSentences } from '#src/text/sentences.ts'
import type { TimeSliced } from '#src/text/time-slices.ts'
import { needsContext } from './anaphora.ts'
import { answersBoundedQuestion, extractTerms, type LoreBoundary, listSubjects, mentionsSubject } from './boundaries.ts'
import type { LoreAnswer, LoreSource } from './evidence.ts'
import { findBounded, type TermsInContext } from './exclusions.ts'
import { computeIdf } from './inverse-document-frequency.ts'
import { overlaps } from './references.ts'
import type { Span } from './speech/speech-state.ts'

/** A sentence of the Lore; offsets in UTF-16 code units of its text. */
export type LoreSentence = { start: number; end: number; text: string }

/** An answer of which sentences are kept out; `isWhole`: its question is bounded or speaks of a bounded subject. */
export type BoundedAnswer = Pick<LoreAnswer, 'entryId' | 'questionKey' | 'question'> & {
  sentenceCount: number
  isWhole: boolean
}

type Input = {
  artistName: string
  boundary: LoreBoundary
  answers: readonly LoreAnswer[]
  /** What the Lore may quote now. */
  sources: readonly Pick<LoreSource, 'sourceId' | 'title'>[]
  lore: { text: string; citations: readonly HashedCitation[] } | null
}

type Sentence = LoreSentence & TermsInContext

const readSentences = (text: string): Sentence[] =>
  findSentences(text).map(({ start, end }) => {
    const sentence = text.slice(start, end)
    return { start, end, text: sentence, terms: extractTerms(sentence), needsContext: needsContext(sentence) }
  })

/** Neighbouring citations of one answer or source: between them the Lore has only marks. */
type CitedPassage = { start: number; end: number; id: string; citations: HashedCitation[] }

function listCitedPassages(text: string, citations: readonly HashedCitation[]): CitedPassage[] {
  const passages: CitedPassage[] = []
  for (const citation of citations) {
    const { start, end, id } = citation
    const last = passages.at(-1)
    if (last?.id === id && !/[\p{L}\n]/u.test(text.slice(last.end, start))) {
      last.citations.push(citation)
      last.end = end
    } else passages.push({ start, end, id, citations: [citation] })
  }
  return passages
}

/**
 * What a boundary would keep out of the answers and of the current Lore, by the comparison that composes the Lore. Of a
 * source, only the title and what the Lore quotes are compared.
 */
export function* previewBoundary({
  artistName,
  boundary,
  answers,
  sources,
  lore,
}: Input): TimeSliced<{ sentences: LoreSentence[]; answers: BoundedAnswer[] }> {
  const answersRead: { answer: LoreAnswer; sentences: Sentence[] }[] = []
  for (const answer of answers) {
    answersRead.push({ answer, sentences: readSentences(answer.answer) })
    yield
  }
  const { text: loreText, citations } = lore ?? { text: '', citations: [] }
  const quoted: (Sentence & { passage: CitedPassage })[] = []
  for (const passage of listCitedPassages(loreText, citations)) {
    const { start: offset, end } = passage
    for (const [at, sentence] of readSentences(loreText.slice(offset, end)).entries())
      quoted.push({
        ...sentence,
        start: offset + sentence.start,
        end: offset + sentence.end,
        needsContext: at > 0 && sentence.needsContext,
        passage,
      })
    yield
  }
  const subjects = listSubjects([boundary], artistName)
  const idf = yield* computeIdf([...answersRead.flatMap(({ sentences }) => sentences), ...quoted].map(toTerms))
  const boundedAnswers: BoundedAnswer[] = []
  // The sentences that are kept out of each revision of an answer, and the answers and sources that are so as a whole.
  const boundedOfAnswer = new Map<string, readonly Sentence[]>()
  const whole = new Set<string>()
  for (const { sourceId, title } of sources) {
    if (mentionsSubject(subjects, extractTerms(title ?? ''), idf)) whole.add(sourceId)
    yield
  }
  for (const { answer, sentences } of answersRead) {
    const { entryId, questionKey, question } = answer
    const isWhole = answersBoundedQuestion(answer, [boundary]) || mentionsSubject(subjects, extractTerms(question), idf)
    const isBounded = yield* findBounded(sentences, subjects, idf)
    const bounded = sentences.filter((_, at) => isWhole || isBounded[at])
    if (isWhole) whole.add(entryId)
    boundedOfAnswer.set(answer.revision, bounded)
    if (bounded.length > 0)
      boundedAnswers.push({ entryId, questionKey, question, sentenceCount: bounded.length, isWhole })
    yield
  }
  const isBounded = yield* findBounded(quoted, subjects, idf)
  const sentences = quoted.filter(
    ({ passage, ...sentence }, at) =>
      whole.has(passage.id) ||
      isBounded[at] ||
      passage.citations.some(
        (citation) =>
          overlaps(sentence, citation) &&
          boundedOfAnswer.get(citation.revision)?.some((bounded) => overlaps(bounded, findQuoted(sentence, citation))),
      ),
  )
  return { sentences: sentences.map(({ start, end, text }) => ({ start, end, text })), answers: boundedAnswers }
}

/** What a citation quotes of a sentence of the Lore, as a window of the answer or source. */
function findQuoted(sentence: Span, { start, end, quoteStart }: HashedCitation): Span {
  const offset = quoteStart - start
  return { start: Math.max(sentence.start, start) + offset, end: Math.min(sentence.end, end) + offset }
}

const toTerms = ({ terms }: Sentence) => terms
