import { type Client, listAll, type Schemas } from '../../../typescript/index.ts'
import { type AskedQuestion, readHistory } from '../answers/history.ts'
import { trimRange } from '../text/ranges.ts'
import { findPassages } from './passages.ts'

type Reference = Schemas['Reference']
type Source = Schemas['Source']

/** A question that is ready, with the passages that it is about; `isAgain` says that it was skipped before. */
export type Suggestion = { key: string; question: string; references: Reference[]; isAgain: boolean }

/** What the artist can be asked; `hasText` says whether anything may be quoted. */
export type InterviewMaterial = {
  again: Suggestion[]
  passages: { key: string; source: Source; reference: Reference }[]
  asked: string[]
  hasText: boolean
}

/**
 * Open questions that ask for what only the artist can tell, and claim nothing of the passage: it stands beside them.
 */
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
const textsMax = 6
const charsMax = 12_000

/**
 * Questions that were skipped, and passages that no question cites yet. Texts that no question cites at all come first,
 * and each sitting begins at another of them.
 */
export async function readInterviewMaterial(
  client: Client,
  { id, name }: { id: string; name: string },
  sitting: number,
): Promise<InterviewMaterial> {
  const [history, sources] = await Promise.all([
    readHistory(client, id),
    listAll(client, 'listArtistSources', { path: { id }, query: { limit: 50 } }),
  ])
  const cited = history.flatMap(({ references }) => references).filter(({ kind }) => kind === 'original')
  const isCited = ({ sourceId }: Source) => cited.some((one) => one.kind === 'original' && one.sourceId === sourceId)
  const readable = sources.filter(({ extraction }) => extraction.storedChars > 0)
  const [fresh, known] = [readable.filter((one) => !isCited(one)), readable.filter(isCited)]
  const first = fresh.length === 0 ? 0 : (sitting * textsMax) % fresh.length
  const order = [...fresh.slice(first), ...fresh.slice(0, first), ...known].slice(0, textsMax)

  const readPassages = async (source: Source) => {
    const { sourceId } = source
    const { passage } = await client.call('readArtistSource', { path: { id, sourceId }, query: { maxChars: charsMax } })
    const taken = cited.filter((one) => one.kind === 'original' && one.sourceId === sourceId)
    return findPassages(source, passage.text, name, taken).map(({ start, end }) => {
      const quote = passage.text.slice(start, end)
      const reference = { kind: 'original', sourceId, revision: passage.revision, start, end, quote } as const
      return { key: `${sourceId}/${start}`, source, reference }
    })
  }
  const skipped = history.filter(({ state }) => state === 'skipped')
  const [lists, again] = await Promise.all([
    Promise.all(order.map(readPassages)),
    Promise.all(skipped.map((asked) => askAgain(client, id, asked))),
  ])
  return {
    again: again.filter(({ references }) => references.length > 0),
    passages: interleave(lists),
    asked: history.map(({ question }) => question),
    hasText: readable.length > 0,
  }
}

/** A skipped question; one of the set-up cites nothing, and is asked with the passage that fits its words best. */
async function askAgain(client: Client, id: string, asked: AskedQuestion): Promise<Suggestion> {
  const references = asked.references.length > 0 ? asked.references : await findReference(client, id, asked.question)
  return { key: asked.id, question: asked.question, references, isAgain: true }
}

async function findReference(client: Client, id: string, question: string): Promise<Reference[]> {
  const query = { query: question.slice(0, 500), limit: 1, maxChars: 1_000 }
  const { passages } = await client.call('searchArtistEvidence', { path: { id }, query })
  return passages.map(({ source: { sourceId }, revision, start, text }) => {
    const range = trimRange(text, { start: 0, end: text.length })
    const at = { start: start + range.start, end: start + range.end }
    return { kind: 'original', sourceId, revision, ...at, quote: text.slice(range.start, range.end) }
  })
}

function interleave<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat()
}

type Choice = { putAside: readonly string[]; wanted: string | undefined }

/** What to offer next: first the question that the artist has asked for, last the skipped ones, none that was put aside. */
export function chooseSuggestions(
  { again, passages, asked }: InterviewMaterial,
  { putAside, wanted }: Choice,
): Suggestion[] {
  const isOpen = ({ key }: { key: string }) => !putAside.includes(key)
  const taken = [...asked]
  const ready = passages.filter(isOpen).map(({ key, source, reference }): Suggestion => {
    const question = composeQuestion(source, taken)
    taken.push(question)
    return { key, question, references: [reference], isAgain: false }
  })
  const first = again.filter(({ key }) => key === wanted)
  const later = again.filter((one) => isOpen(one) && one.key !== wanted)
  return [...first, ...ready, ...later]
}
