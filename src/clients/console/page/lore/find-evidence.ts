import { call } from '../api/call.ts'
import { readAllPages } from '../api/pages.ts'
import type { Schemas } from '../api/shapes.ts'
import type { Sentence } from './sentences.ts'

export type EvidenceMatch = { reference: Schemas['Reference']; isLiteral: boolean; from: string }

/**
 * Finds the words of a sentence: in an answer or an approved text, literally or, failing that, the passages that come
 * closest.
 */
export async function findEvidence(id: string, { quotes }: Sentence): Promise<EvidenceMatch[]> {
  const answers = await readAnswers(id)
  for (const quote of quotes) {
    const ofAnswers = answers.flatMap((answer) => inAnswer(answer, quote))
    const { passages } = await call('searchArtistEvidence', {
      path: { id },
      query: { query: [...quote].slice(0, 500).join(''), limit: 10, maxChars: 12_000 },
    })
    const ofSources = await Promise.all(passages.map((passage) => inSource(id, passage, quote)))
    const literal = [...ofAnswers, ...ofSources.flat()]
    if (literal.length > 0) return distinct(literal)
    if (quote === quotes.at(-1)) return passages.slice(0, 3).map(nearest)
  }
  return []
}

const readAnswers = async (id: string) => {
  const pages = await readAllPages((cursor) =>
    call('listInterviewResponses', { path: { id }, query: { limit: 20, ...(cursor === undefined ? {} : { cursor }) } }),
  )
  return pages.flatMap(({ responses }) => responses)
}

function inAnswer(
  { id: entryId, revision, answer, question }: Schemas['SavedResponse'],
  quote: string,
): EvidenceMatch[] {
  const start = answer.indexOf(quote)
  if (start === -1) return []
  return [
    {
      reference: { kind: 'answer', entryId, revision, start, end: start + quote.length, quote },
      isLiteral: true,
      from: `Answer to “${question}”`,
    },
  ]
}

/** A found window may begin or end within the words; then the text around it is read. */
async function inSource(
  id: string,
  { source, revision, start, end, text }: Schemas['KnowledgePassage'],
  quote: string,
): Promise<EvidenceMatch[]> {
  const { sourceId } = source
  const found = (from: number): EvidenceMatch => ({
    reference: { kind: 'original', sourceId, revision, start: from, end: from + quote.length, quote },
    isLiteral: true,
    from: source.title ?? sourceId,
  })
  const at = text.indexOf(quote)
  if (at !== -1) return [found(start + at)]
  if (quote.length > 1600 || (!quote.includes(text.slice(0, 12)) && !quote.includes(text.slice(-12)))) return []
  const query = {
    revision,
    start: Math.max(0, start - quote.length),
    maxChars: Math.max(1_000, end - start + 2 * quote.length),
    includeVersion: true,
  }
  const { passage } = await call('readArtistSource', { path: { id, sourceId }, query })
  const around = passage.text.indexOf(quote)
  return around === -1 ? [] : [found(passage.start + around)]
}

const nearest = ({ source, revision, start, end, text }: Schemas['KnowledgePassage']): EvidenceMatch => ({
  reference: { kind: 'original', sourceId: source.sourceId, revision, start, end, quote: text },
  isLiteral: false,
  from: source.title ?? source.sourceId,
})

const distinct = (found: EvidenceMatch[]) => [
  ...new Map(found.map((one) => [`${one.from} ${one.reference.start}`, one])).values(),
]
