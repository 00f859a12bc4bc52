import type { Client } from '../../src/clients/typescript/index.ts'

type Citation = { kind?: string; sourceId?: string; revision?: string; start?: number; end?: number; quote?: string }

/** Around the window, so that a quotation that is some units off is found. */
const contextChars = 400
const windowCharsMin = 1_000

/** What stands in the windows of an offer's references that do not hold their quote, and where the quote stands. */
export async function describeCitations(
  client: Client,
  args: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<{ references: object[] }> {
  const { id, references = [] } = args as { id: string; references?: Citation[] }
  const described = await Promise.all(references.map((one, index) => describe(client, id, index, one, signal)))
  return { references: described.filter((one) => one !== undefined) }
}

async function describe(client: Client, id: string, index: number, citation: Citation, signal: AbortSignal) {
  const { kind, sourceId, revision, start = 0, end = 0, quote = '' } = citation
  if (kind !== 'original' || sourceId === undefined || revision === undefined) return undefined
  const from = Math.max(0, start - contextChars)
  const maxChars = Math.max(windowCharsMin, end - from + contextChars)
  const query = { revision, start: from, maxChars, includeVersion: true }
  const read = await client
    .call('readArtistSource', { path: { id, sourceId }, query }, { signal })
    .catch((error: Error) => error)
  if (read instanceof Error) return { index, problem: read.message }
  const { text, start: textStart } = read.passage
  const standing = text.slice(start - textStart, end - textStart)
  if (standing === quote) return undefined
  const found = text.indexOf(quote)
  const at = found < 0 ? null : { start: textStart + found, end: textStart + found + quote.length }
  return { index, standsInWindow: standing, quoteStandsAt: at, currentRevision: read.version?.currentRevision ?? null }
}
