import { listAll } from '../../../typescript/index.ts'
import { type Artist, client, type Schemas } from '../api/index.ts'
import { normalizeRange } from '../text/ranges.ts'
import { classifyPassage, composeQuestion, type PassageKind } from './ask.ts'
import { type AskedQuestion, readHistory } from './history.ts'
import { findPassages } from './passages.ts'

type Reference = Schemas['Reference']
type Source = Schemas['Source']

/** A question that is ready, with the passage that it is about. */
export type Suggestion = {
  key: string
  question: string
  references: Reference[]
  source: Source | undefined
  /** It was asked before, and skipped. */
  isAgain: boolean
}

/** A passage to ask about. */
export type ReadyPassage = { key: string; kind: PassageKind; reference: Reference; source: Source }

/** Whole texts are read for suggestions; more than these are not needed for three questions at a time. */
const textsMax = 6
const charsMax = 12_000

export type InterviewMaterial = { again: Suggestion[]; passages: ReadyPassage[] }

/**
 * What the artist can be asked: questions that were skipped, and passages that no question cites yet. Texts that no
 * question cites at all come first, and each sitting begins at another of them.
 */
export async function readInterviewMaterial({ id, name }: Artist, sitting: number): Promise<InterviewMaterial> {
  const [history, sources] = await Promise.all([
    readHistory(client, id),
    listAll(client, 'listArtistSources', { path: { id }, query: { limit: 50 } }),
  ])
  const cited = history.flatMap(({ references }) => references)
  const isCited = ({ sourceId }: Source) => cited.some((one) => one.kind === 'original' && one.sourceId === sourceId)
  const readable = sources.filter(({ extraction }) => extraction.storedChars > 0)
  const [fresh, known] = [readable.filter((one) => !isCited(one)), readable.filter(isCited)]
  const first = fresh.length === 0 ? 0 : (sitting * textsMax) % fresh.length
  const order = [...fresh.slice(first), ...fresh.slice(0, first), ...known].slice(0, textsMax)
  const lists = await Promise.all(order.map((source) => readPassages(id, source, name, cited)))
  const again = await Promise.all(
    history.filter(({ state }) => state === 'skipped').map((asked) => askAgain(id, asked, sources)),
  )
  return { again: again.filter((one) => one !== undefined), passages: interleave(lists) }
}

async function readPassages(
  id: string,
  source: Source,
  artist: string,
  cited: readonly Reference[],
): Promise<ReadyPassage[]> {
  const { sourceId } = source
  const { passage } = await client.call('readArtistSource', { path: { id, sourceId }, query: { maxChars: charsMax } })
  const ranges = cited.filter((one) => one.kind === 'original' && one.sourceId === sourceId)
  return findPassages(source, passage.text, artist, ranges).map(({ start, end }) => {
    const quote = passage.text.slice(start, end)
    const reference: Reference = { kind: 'original', sourceId, revision: passage.revision, start, end, quote }
    return { key: `${sourceId}/${start}`, kind: classifyPassage(source, quote), reference, source }
  })
}

/**
 * A skipped question in its own words. One of the set-up cites nothing: it is asked with the passage that fits its
 * words best, where there is one.
 */
async function askAgain(id: string, asked: AskedQuestion, sources: readonly Source[]): Promise<Suggestion | undefined> {
  const { question } = asked
  const references = asked.references.length > 0 ? asked.references : await findReference(id, question)
  const [cited] = references
  if (cited === undefined || question.length < 10 || question.length > 500) return undefined
  const source = sources.find(({ sourceId }) => cited.kind === 'original' && sourceId === cited.sourceId)
  return { key: asked.id, question, references, source, isAgain: true }
}

async function findReference(id: string, question: string): Promise<Reference[]> {
  const query = { query: question.slice(0, 500), limit: 1, maxChars: 1_000 }
  const { passages } = await client.call('searchArtistEvidence', { path: { id }, query })
  return passages.map(({ source, revision, start, text }) => {
    const range = normalizeRange(text, { start: 0, end: text.length })
    const at = { start: start + range.start, end: start + range.end }
    return { kind: 'original', sourceId: source.sourceId, revision, ...at, quote: text.slice(range.start, range.end) }
  })
}

/** The first of each list, then the second of each, and so on. */
function interleave<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat()
}

/**
 * The next questions to offer. A question that the artist has just asked for comes first; skipped ones come last, and
 * what was put aside here does not come.
 */
export function chooseSuggestions(
  { again, passages }: InterviewMaterial,
  {
    putAside,
    asked,
    wanted,
    count,
  }: { putAside: readonly string[]; asked: readonly string[]; wanted: string | undefined; count: number },
): Suggestion[] {
  const isOpen = ({ key }: { key: string }) => !putAside.includes(key)
  const first = again.filter(({ key }) => key === wanted)
  const ready: Suggestion[] = []
  for (const { key, kind, reference, source } of passages.filter(isOpen)) {
    const taken = [...asked, ...ready.map(({ question }) => question)]
    ready.push({ key, question: composeQuestion(kind, taken), references: [reference], source, isAgain: false })
    if (ready.length === count) break
  }
  const later = again.filter((one) => isOpen(one) && one.key !== wanted)
  return [...first, ...ready, ...later].slice(0, count)
}
