import { createMemoryClient } from '../../../memory/memory.ts'
import { createInterviewClient } from '../../../sessions/interview.ts'
import type { Loose } from '../../../support/test-context.ts'
import type { Actors } from '../../service.ts'
import type { Differences } from '../differences.ts'
import type { Claim } from './quotes.ts'

/** Whether a claim may be sent at all: its quote has a valid length and can be written, its window is not empty. */
const canBeOffered = ({ reference: { quote, end } }: Claim): boolean => {
  const { length } = Array.from(quote)
  return quote.isWellFormed() && length >= 8 && length <= 1_600 && end >= 1
}

/**
 * Offers questions that cite the claims, up to three each: claims that hold and any claims alternately. An offer is
 * saved with exactly these references when all of them hold, and otherwise 409 `evidence_changed`. Returns the counts.
 */
export async function offerAll(actors: Actors, claims: Claim[], { differ }: Differences) {
  const interview = createInterviewClient(actors)
  const { memory } = createMemoryClient(actors)
  const counted = { offered: 0, saved: 0 }
  let { session, memorySnapshotId } = await begin()
  let ordinal = 1
  const offerable = claims.filter(canBeOffered)
  const holding = offerable.filter(({ holds }) => holds)
  for (let at = 0; at < offerable.length; at += 1) {
    const pool = at % 2 === 0 ? holding : offerable
    const cited = [...pool.slice(at >> 1), ...pool].slice(0, 1 + (at % 3))
    const references = cited.map(({ reference }) => reference)
    const offer = { ordinal, memorySnapshotId, question: 'What is behind this passage?', references }
    const { status, body } = await interview.sendOffer(session, offer)
    const expected = cited.every(({ holds }) => holds) ? references : 'evidence_changed'
    differ('an offer', formatJson(expected), formatJson(body.question?.references ?? body.code))
    counted.offered += 1
    if (status !== 200) continue
    counted.saved += 1
    // Skipped, so that the next can be offered.
    await interview.answer(body.question, null)
    ordinal += 1
    if (ordinal <= 3) continue
    await interview.finish(session)
    ;({ session, memorySnapshotId } = await begin())
    ordinal = 1
  }
  return counted

  async function begin() {
    const session: Loose = (await interview.start()).body.session
    const { snapshotId } = (await memory({ sitting: session.sitting })).body
    return { session, memorySnapshotId: snapshotId as string }
  }
}

/** With the properties in one order. */
const formatJson = (value: object | string): string =>
  JSON.stringify(
    value,
    typeof value === 'string' ? undefined : ['kind', 'sourceId', 'revision', 'start', 'end', 'quote'],
  )
