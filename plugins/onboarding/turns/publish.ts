import { isDeepStrictEqual } from 'node:util'
import { Problem } from '#src/contract/problems/problem.ts'
import type { OnboardingEvent, PublishTurn } from '#src/contract/types.gen.ts'
import type { JsonValue } from '#src/database/json.ts'
import { runInSlices } from '#src/runtime/time-slices.ts'
import type { HashedCitation } from '#src/text/revisions.ts'
import { type Correction, findCorrections } from '../corrections.ts'
import { savedDraft } from '../draft.ts'
import { openStep } from '../opening.ts'
import { findCitations, publishBio, publishLoreText, queueLore, saveCorrections } from '../publishing.ts'
import { countCitable, findOnboarding } from '../queries.ts'
import { hashOfTurn, keepOrder } from '../rules.ts'
import { change, type Moment, type Scene } from '../scene.ts'

/** What a published text makes of the draft it began as. */
type Page = { draft: JsonValue | null; corrections: Correction[]; citations: HashedCitation[] }

/** Publishes the page, provided that the biography is still the one that the person saw; all of it or nothing. */
export async function* publish(turn: PublishTurn, scene: Scene): AsyncGenerator<OnboardingEvent> {
  const page = await comparePage(turn, scene)
  await change(scene, async (moment) => {
    if (moment.onboarding.publish_turn === hashOfTurn(turn)) return
    keepOrder(turn.type, scene.steps)
    await publishPage(moment, turn, page)
    await moment.mark({ publish_at: moment.now, publish_turn: hashOfTurn(turn), draft: null })
  })
  yield* openStep(scene)
}

/** Outside the transaction: two texts of twenty thousand characters are compared while others change the artist's records. */
async function comparePage({ doc }: PublishTurn, { db, artistId }: Scene): Promise<Page> {
  const { draft } = await findOnboarding(db, artistId)
  if (draft === null) return { draft, corrections: [], citations: [] }
  const { sentences } = savedDraft(draft)
  const claims = sentences.map(({ text }) => text)
  const corrections = await runInSlices(findCorrections(claims, doc))
  const citations = await runInSlices(findCitations(doc, sentences))
  return { draft, corrections, citations }
}

async function publishPage(moment: Moment, turn: PublishTurn, page: Page): Promise<void> {
  const { trx, artistId, onboarding } = moment
  const { doc, about, sources, expectedBio } = turn
  const { bio } = await findOnboarding(trx, artistId)
  if (bio !== expectedBio) throw new Problem('state_changed', { message: 'Your biography was changed meanwhile.' })
  const named = [...new Set(sources.map((sourceId) => sourceId.toLowerCase()))]
  if ((await countCitable(trx, artistId, named)) < named.length) {
    throw new Problem('evidence_changed', { message: 'A source cannot be used any more.' })
  }
  if (!isDeepStrictEqual(onboarding.draft, page.draft)) {
    throw new Problem('state_changed', { message: 'Your draft was changed meanwhile.' })
  }
  await publishBio(moment, bio, about)
  await saveCorrections(moment, page.corrections)
  await publishLoreText(moment, doc, page.citations, named)
  await queueLore(moment)
}
