import type { CallOptions, Client } from './client.ts'
import { isProblemError } from './errors.ts'
import type { Input, Schemas } from './operation-types.ts'

export type Reference = Schemas['Reference']

/**
 * The new state of a reference: cited again in exactly its words, proposed in other words for a person to decide, or
 * gone.
 */
export type Relocated =
  | { kind: 'exact'; reference: Reference }
  | { kind: 'reworded'; reference: Reference; score: number }
  | { kind: 'gone' }

/**
 * Where the words of a reference are now. The service is asked by the cited window; its words are compared with the
 * quote here, because a window that never held the quote would be relocated with words that were not cited.
 */
export async function relocate(
  client: Client,
  artistId: string,
  stale: Reference,
  options?: CallOptions,
): Promise<Relocated> {
  const { revision, start, end, quote } = stale
  const cited = stale.kind === 'original' ? stale.sourceId : stale.entryId
  const input = { path: { id: artistId }, query: { cited, revision, start, end } }
  const found = await catchMissing(client.call('relocateReference', input, options))
  if (found?.reference?.quote === quote) return { kind: 'exact', reference: found.reference }
  const literal = await findQuote(client, artistId, stale, options)
  if (literal !== undefined) return { kind: 'exact', reference: literal }
  if (found?.reference == null) return { kind: 'gone' }
  return { kind: 'reworded', reference: found.reference, score: found.score }
}

/** Finds the exact quote in the current text of the cited evidence; of several places the one nearest to the old. */
async function findQuote(client: Client, artistId: string, stale: Reference, options?: CallOptions) {
  const current = await (stale.kind === 'original'
    ? readSource(client, artistId, stale.sourceId, options)
    : readAnswer(client, artistId, stale.entryId, options))
  if (current === undefined) return undefined
  const start = findOccurrenceNear(stale.start, stale.quote, current.text)
  if (start === undefined) return undefined
  return { ...stale, revision: current.revision, start, end: start + stale.quote.length }
}

/** Beyond this length, in code units, a text is not read whole for one quote. */
const searchedCharsMax = 400_000

async function readSource(client: Client, artistId: string, sourceId: string, options?: CallOptions) {
  let text = ''
  let revision: string | undefined
  let start: number | null = 0
  while (start !== null) {
    const query: Input<'readArtistSource'>['query'] = {
      start,
      maxChars: 12_000,
      ...(revision !== undefined && { revision }),
    }
    const page: Schemas['SourceReading'] | undefined = await catchMissing(
      client.call('readArtistSource', { path: { id: artistId, sourceId }, query }, options),
    )
    if (page === undefined || page.totalChars > searchedCharsMax) return undefined
    revision = page.passage.revision
    text += page.passage.text
    start = page.nextStart
  }
  return revision === undefined ? undefined : { text, revision }
}

async function readAnswer(client: Client, artistId: string, answerId: string, options?: CallOptions) {
  const read = await catchMissing(client.call('readInterviewResponse', { path: { id: artistId, answerId } }, options))
  return read === undefined ? undefined : { text: read.response.answer, revision: read.response.revision }
}

function findOccurrenceNear(place: number, quote: string, text: string): number | undefined {
  let nearest: number | undefined
  for (let at = text.indexOf(quote); at >= 0; at = text.indexOf(quote, at + 1)) {
    if (nearest === undefined || Math.abs(at - place) < Math.abs(nearest - place)) nearest = at
  }
  return nearest
}

/** Missing, withdrawn or changing evidence counts as no place; every other failure is thrown. */
async function catchMissing<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request
  } catch (error) {
    if (isProblemError(error, 'not_found', 'evidence_changed', 'revision_changed')) return undefined
    throw error
  }
}
