import { randomUUID } from 'node:crypto'
import type { Parts } from '../call.ts'
import type { CheckContext } from '../check.ts'

export type Quote = { kind: 'original'; sourceId: string; revision: string; start: number; end: number; quote: string }

/** Ends what an earlier run or person left open: the artist belongs to the tests. */
export async function closeSitting({ call }: CheckContext): Promise<void> {
  for (;;) {
    const { session, legacyOffers = [] } = (await call('restoreInterview', 'what is open')).json
    for (const { id: answerId, revision: expectedRevision } of legacyOffers)
      await call('saveInterviewAnswer', 'skips a legacy offer', {
        ...{ path: { answerId }, body: { expectedRevision, answer: null } },
      })
    if (legacyOffers.length > 0) continue
    if (session?.state === 'active')
      await call('finishInterviewSitting', 'finishes what is open', { path: { sessionId: session.id }, body: {} })
    return
  }
}

export const startSitting = ({ call }: CheckContext, input: string, requestId: string = randomUUID()) =>
  call('startInterviewSitting', input, { body: { requestId } })

/** A first offer that cites the quote; what the service needs of it. */
export async function buildOffer(
  { call }: CheckContext,
  session: { id: string; sitting: number },
  quote: Quote,
): Promise<Parts & { body: object }> {
  const memory = await call('readInterviewMemory', 'the memory', {
    ...{ query: { sitting: session.sitting, maxChars: 20_000 } },
  })
  const question = 'What is there to be said of this passage?'
  const body = { ordinal: 1, memorySnapshotId: memory.json.snapshotId, question, references: [quote] }
  return { path: { sessionId: session.id }, body }
}

/** A window of the first source that has a text, exact in UTF-16 code units; undefined without one. */
export async function findQuote({ call }: CheckContext): Promise<Quote | undefined> {
  const { sources = [] } = (await call('listArtistSources', 'the sources', { query: { limit: 50 } })).json
  for (const { sourceId, revision } of sources) {
    const read = await call('readArtistSource', sourceId, { path: { sourceId }, query: { revision, maxChars: 1_000 } })
    const { passage } = read.json
    const words = /\S.{40,160}\S/u.exec(passage?.text ?? '')
    if (passage === undefined || words === null) continue
    const start = passage.start + words.index
    return { kind: 'original', sourceId, revision, start, end: start + words[0].length, quote: words[0] }
  }
  return undefined
}
