import { overlaps, type Span, shift } from '../../../../text/windows.ts'
import { splitParagraphs } from '../../../artist-page/paragraphs.ts'
import { type Client, listAll, type Schemas } from '../../../typescript/index.ts'
import { type AskedQuestion, readHistory } from '../answers/history.ts'
import { type ReadingSpan, splitText } from '../text/ranges.ts'

type Reference = Schemas['Reference']
type Source = Schemas['Source']

/** A question that is ready, with the passages that it is about; `isAgain` says that it was skipped before. */
export type Suggestion = { key: string; question: string; references: Reference[]; isAgain: boolean }

/** They ask for what only the artist can tell, and claim nothing of the passage: it stands beside them. */
const questions = [
  'Is this how you remember it? What would you add, and what would you put differently?',
  'What is missing here that only you can tell?',
  'What led up to this, and what came of it?',
  'What would you say about this now that you would not have said then?',
  'Who else was part of this, and what did they bring to it?',
  'What did you leave out or change on the way, and why?',
]
const questionsOnPosts = [
  'What made you write this, and would you write it the same way today?',
  'What was going on around you when you posted this?',
  'Who were you thinking of when you wrote this?',
]

/** The question about a passage of a source whose words were asked least often. */
export function composeQuestion({ kind }: Pick<Source, 'kind'>, asked: readonly string[]): string {
  const fitting = kind === 'social_caption' ? [...questionsOnPosts, ...questions] : questions
  const count = (question: string) => asked.filter((one) => one === question).length
  return fitting.reduce((best, next) => (count(next) < count(best) ? next : best))
}

/** Texts that are read: enough for three questions at a time. */
const textsMax = 12
const charsMax = 12_000

/** Questions about passages that no question cites, first of texts that none cites at all; then the skipped ones. */
export async function readSuggestions(client: Client, { id, name }: { id: string; name: string }) {
  const [history, sources] = await Promise.all([
    readHistory(client, id),
    listAll(client, 'listArtistSources', { path: { id }, query: { limit: 50 } }),
  ])
  const cited = history.flatMap(({ references }) => references).filter((one) => one.kind === 'original')
  const isCited = ({ sourceId }: Source) => cited.some((one) => one.sourceId === sourceId)
  const readable = sources.filter(({ extraction }) => extraction.storedChars > 0)
  const order = takeTurns(readable, ({ kind }) => kind).toSorted((a, b) => Number(isCited(a)) - Number(isCited(b)))

  const readPassages = async (source: Source) => {
    const { sourceId } = source
    const { passage } = await client.call('readArtistSource', { path: { id, sourceId }, query: { maxChars: charsMax } })
    const taken = cited.filter((one) => one.sourceId === sourceId)
    return findPassages(source, passage.text, name, taken).map(({ start, end }) => {
      const window = { revision: passage.revision, start, end, quote: passage.text.slice(start, end) }
      return { source, reference: { kind: 'original', sourceId, ...window } as const }
    })
  }
  const [lists, again] = await Promise.all([
    Promise.all(order.slice(0, textsMax).map(readPassages)),
    Promise.all(history.filter(({ state }) => state === 'skipped').map((one) => askAgain(client, id, one))),
  ])
  const asked = history.map(({ question }) => question)
  const passages = takeTurns(lists.flat(), ({ source }) => source.sourceId)
  const fresh = passages.map(({ source, reference }): Suggestion => {
    const question = composeQuestion(source, asked)
    asked.push(question)
    return { key: `${source.sourceId}/${reference.start}`, question, references: [reference], isAgain: false }
  })
  return [...fresh, ...again.filter(({ references }) => references.length > 0)]
}

/** The first of each kind, then the second of each, and so on. */
const takeTurns = <T>(list: readonly T[], getKind: (one: T) => string): T[] =>
  [...Map.groupBy(list, getKind).values()]
    .flatMap((same) => same.map((one, turn) => ({ one, turn })))
    .toSorted((a, b) => a.turn - b.turn)
    .map(({ one }) => one)

/** A skipped question; one of the set-up cites nothing, and is asked with the passage that fits its words best. */
async function askAgain(client: Client, id: string, asked: AskedQuestion): Promise<Suggestion> {
  const references = asked.references.length > 0 ? asked.references : await findReference(client, id, asked.question)
  return { key: asked.id, question: asked.question, references, isAgain: true }
}

async function findReference(client: Client, id: string, question: string): Promise<Reference[]> {
  const query = { query: question.slice(0, 500), limit: 1, maxChars: 1_000 }
  const { passages } = await client.call('searchArtistEvidence', { path: { id }, query })
  return passages.map(({ source: { sourceId }, revision, start, text }) => {
    const [longest] = splitParagraphs(text).toSorted((a, b) => b.end - b.start - (a.end - a.start))
    const part = longest ?? { start: 0, end: text.length }
    return { kind: 'original', sourceId, revision, ...shift(part, start), quote: text.slice(part.start, part.end) }
  })
}

const [passageCharsMin, passageCharsMax] = [90, 420]
/** A heading, a date line or a list has many words that begin with a capital or a digit. */
const plainWordsMin = 0.6

const stop = /[.!?…。！？]["”’»)\]]*\s*$/u
/** A label such as INTERVIEWER: says that another speaks. */
const label = /^[\p{L}\p{N} .’'-]{1,40}:\s/u

/**
 * Whole sentences of a paragraph, none that `cited` touches; where there are such, those of which the first names the
 * artist. A post need not, and not every language writes a name apart from the words beside it.
 */
export function findPassages(
  source: Pick<Source, 'kind'>,
  text: string,
  artist: string,
  cited: readonly Span[],
): Span[] {
  const names = new Set(listWords(artist).filter((word) => word.length > 2))
  const isNaming = (sentence: string) => listWords(sentence).some((word) => names.has(word.replace(/['’]s?$/u, '')))
  const paragraphs = splitText(text)
  const list = (mayOpen: (sentence: string) => boolean) =>
    paragraphs.flatMap((sentences) => listPassages(sentences, mayOpen, cited))
  const naming = source.kind === 'social_caption' ? [] : list(isNaming)
  return naming.length > 0 ? naming : list(() => true)
}

function listPassages(
  sentences: readonly ReadingSpan[],
  mayOpen: (sentence: string) => boolean,
  cited: readonly Span[],
): Span[] {
  const passages: Span[] = []
  for (const [at, first] of sentences.entries()) {
    const isWithin = first.start < (passages.at(-1)?.end ?? 0)
    const isOpening = at === 0 || stop.test(sentences[at - 1]?.text ?? '')
    if (isWithin || !isOpening || !isWhole(first) || !mayOpen(first.text)) continue
    const passage = grow(first, sentences.slice(at + 1))
    const isCited = cited.some((one) => overlaps(one, passage))
    if (passage.end - passage.start >= passageCharsMin && !isCited) passages.push(passage)
  }
  return passages
}

function grow({ start, end }: ReadingSpan, following: readonly ReadingSpan[]): Span {
  const passage = { start, end }
  for (const next of following) {
    if (next.end - passage.start > passageCharsMax || !isWhole(next)) break
    passage.end = next.end
  }
  return passage
}

/** A sentence in prose, with its stop. */
function isWhole({ text, start, end }: ReadingSpan): boolean {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? []
  const plain = words.filter((word) => !/^[\p{Lu}\p{N}]/u.test(word))
  return (
    end - start <= passageCharsMax &&
    stop.test(text) &&
    !label.test(text) &&
    plain.length >= words.length * plainWordsMin
  )
}

const listWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’][\p{L}]+)?/gu) ?? []
