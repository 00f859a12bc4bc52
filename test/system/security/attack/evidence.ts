import { indexSource } from '#src/evidence/search/index-source.ts'
import { addSource, buildCitation, type Loose } from '../../../support/test-context.ts'
import type { TestEnvironment } from '../../environment.ts'
import { importText } from '../../service.ts'

/** The attacker's query, which occurs in every sentence or so of the evidence. */
export const queryWords = ['bell', 'mill', 'record', 'laughed', 'take', 'organ', 'river', 'stage']
const quote = 'We kept the first take of the organ, and the bell on the record is the one of the mill.'
const changed = 'They kept a second take of an organ, but the bell of that record was never one of a mill.'
const sentenceWords = 12

/** Sentences of invented words, with a word of the query now and then; `chars` characters in all. */
function buildProse(chars: number, from: number): string {
  const sentences: string[] = []
  let length = 0
  for (let at = from; length < chars; at += 1) {
    const words = Array.from({ length: sentenceWords }, (_, word) =>
      word === at % sentenceWords
        ? queryWords[at % queryWords.length]
        : `w${((at * 31 + word * 17) % 4_999).toString(36)}`,
    )
    sentences.push(`${words.join(' ')}.`)
    length += words.join(' ').length + 2
  }
  return sentences.join(' ').slice(0, chars)
}

/**
 * Texts to search, each of `chars` characters; and one as long whose cited words have changed since: the query that
 * relocates them.
 */
export async function addEvidence(
  environment: TestEnvironment,
  artistId: string,
  { texts, chars }: { texts: number; chars: number },
) {
  for (let text = 0; text < texts; text += 1) await importText(environment, artistId, buildProse(chars, text * 100_003))
  const before = await addSource(environment.db, artistId, quote)
  const half = buildProse((chars - changed.length) / 2 - 1, 7)
  const { sourceId, revision, text } = await addSource(environment.db, artistId, `${half} ${changed} ${half}`, {
    sourceId: before.sourceId,
  })
  await environment.db.transaction().execute((trx) => indexSource(trx, artistId, sourceId, revision, text))
  const reference: Loose = buildCitation(before, quote)
  const { start, end } = reference
  return String(new URLSearchParams({ cited: before.sourceId, revision: before.revision, start, end }))
}
