import type { CheckContext } from '../check.ts'
import { getOperation } from '../operations.ts'
import type { Exchange } from '../session.ts'

export type SavedQuestion = { id: string; revision: string; questionKey: string; answer: string | null; state: string }
export type Session = { id: string; sitting: number; state: string; questions: SavedQuestion[] }
export type Quote = { kind: 'original'; sourceId: string; revision: string; start: number; end: number; quote: string }

type Context = Pick<CheckContext, 'artist' | 'send' | 'report'>

/** Sends an operation of the artist's interview. */
export const createInterview = ({ artist, send }: Context) =>
  function call(
    id: Parameters<typeof getOperation>[0],
    input: string,
    {
      path = {},
      ...parts
    }: {
      path?: Record<string, string>
      query?: Record<string, unknown>
      body?: unknown
      headers?: Record<string, string>
    } = {},
  ): Promise<Exchange> {
    return send({ operation: getOperation(id), path: { id: artist, ...path }, input, ...parts })
  }

/** Ends what an earlier run or person left open: the artist belongs to the tests. */
export async function closeSitting(context: Context): Promise<void> {
  const call = createInterview(context)
  const { json } = await call('restoreInterview', 'what is open')
  const { session, legacyOffers = [] } = json as { session?: Session | null; legacyOffers?: SavedQuestion[] }
  for (const { id, revision } of legacyOffers)
    await call('saveInterviewAnswer', 'skips a legacy offer', {
      path: { answerId: id },
      body: { expectedRevision: revision, answer: null },
    })
  if (legacyOffers.length > 0) return closeSitting(context)
  if (session?.state === 'active')
    await call('finishInterviewSitting', 'finishes what is open', { path: { sessionId: session.id }, body: {} })
}

/** A window of the first source that has a text, exact in UTF-16 code units; undefined without one. */
export async function findQuote(context: Context): Promise<Quote | undefined> {
  const call = createInterview(context)
  const { json } = await call('listArtistSources', 'the sources', { query: { limit: 50 } })
  for (const { sourceId, revision } of (json.sources ?? []) as { sourceId: string; revision: string }[]) {
    const read = await call('readArtistSource', sourceId, { path: { sourceId }, query: { revision, maxChars: 1_000 } })
    const { passage } = read.json as { passage?: { text: string; start: number } }
    const words = /\S.{40,160}\S/u.exec(passage?.text ?? '')
    if (passage === undefined || words === null) continue
    const start = passage.start + words.index
    return { kind: 'original', sourceId, revision, start, end: start + words[0].length, quote: words[0] }
  }
  return undefined
}
