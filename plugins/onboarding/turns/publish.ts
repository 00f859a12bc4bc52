import { isDeepStrictEqual } from 'node:util'
import { Problem } from '#src/contract/problems/problem.ts'
import type { OnboardingEvent, PublishTurn } from '#src/contract/types.gen.ts'
import type { JsonValue } from '#src/database/json.ts'
import type { HashedCitation } from '#src/text/revisions.ts'
import { runInTimeSlices } from '#src/text/time-slices.ts'
import { type Correction, findCorrections } from '../corrections.ts'
import { readSavedDraft } from '../draft.ts'
import { promptStep } from '../prompt.ts'
import { enqueueLoreRefresh, findCitations, publishBio, publishLoreText, saveCorrections } from '../publishing.ts'
import { countCitable, findOnboarding } from '../queries.ts'
import { computeTurnHash, requireCurrentStep } from '../rules.ts'
import { runInTransaction, type TurnContext, type TurnTransaction } from '../turn-context.ts'

/** What a published text makes of the draft it began as. */
type Page = { draft: JsonValue | null; corrections: Correction[]; citations: HashedCitation[] }

/** Publishes the page, provided that the biography is still the one that the person saw; all of it or nothing. */
export async function* publish(turn: PublishTurn, context: TurnContext): AsyncGenerator<OnboardingEvent> {
  const page = await comparePage(turn, context)
  await runInTransaction(context, async (tx) => {
    if (tx.onboarding.publish_turn_hash === computeTurnHash(turn)) return
    requireCurrentStep(turn.type, context.steps)
    await publishPage(tx, turn, page)
    await tx.updateOnboarding({ publish_at: tx.now, publish_turn_hash: computeTurnHash(turn), draft: null })
  })
  yield* promptStep(context)
}

/**
 * Outside the transaction: two texts of twenty thousand characters are compared while others change the artist's
 * records.
 */
async function comparePage({ doc }: PublishTurn, { db, artistId }: TurnContext): Promise<Page> {
  const { draft } = await findOnboarding(db, artistId)
  if (draft === null) return { draft, corrections: [], citations: [] }
  const { sentences } = readSavedDraft(draft)
  const claims = sentences.map(({ text }) => text)
  const corrections = await runInTimeSlices(findCorrections(claims, doc))
  const citations = await runInTimeSlices(findCitations(doc, sentences))
  return { draft, corrections, citations }
}

async function publishPage(tx: TurnTransaction, turn: PublishTurn, page: Page): Promise<void> {
  const { trx, artistId, onboarding } = tx
  const { doc, about, sources, expectedBio } = turn
  const { bio } = await findOnboarding(trx, artistId)
  if (bio !== expectedBio) throw new Problem('state_changed', { message: 'Your biography was changed in between.' })
  const sourceIds = [...new Set(sources.map((sourceId) => sourceId.toLowerCase()))]
  if ((await countCitable(trx, artistId, sourceIds)) < sourceIds.length) {
    throw new Problem('evidence_changed', { message: 'A source cannot be used any more.' })
  }
  if (!isDeepStrictEqual(onboarding.draft, page.draft)) {
    throw new Problem('state_changed', { message: 'Your draft was changed in between.' })
  }
  await publishBio(tx, bio, about)
  await saveCorrections(tx, page.corrections)
  await publishLoreText(tx, doc, page.citations, sourceIds)
  await enqueueLoreRefresh(tx)
}
