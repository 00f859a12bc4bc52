import { Problem } from '#src/contract/problems/problem.ts'
import type { OnboardingEvent, PublishTurn } from '#src/contract/types.gen.ts'
import { savedDraft } from '../draft.ts'
import { openStep } from '../opening.ts'
import { keepCorrections, publishBio, publishLoreText, queueLore } from '../publishing.ts'
import { countCitable, findOnboarding } from '../queries.ts'
import { hashOfTurn, keepOrder } from '../rules.ts'
import { change, type Moment, type Scene } from '../scene.ts'

/** Publishes the page, provided that the biography is still the one that the person saw; all of it or nothing. */
export async function* publish(turn: PublishTurn, scene: Scene): AsyncGenerator<OnboardingEvent> {
  await change(scene, async (moment) => {
    if (moment.onboarding.publish_turn === hashOfTurn(turn)) return
    keepOrder(turn.type, scene.steps)
    await publishPage(moment, turn)
    await moment.mark({ publish_at: moment.now, publish_turn: hashOfTurn(turn), draft: null })
  })
  yield* openStep(scene)
}

async function publishPage(moment: Moment, { doc, about, sources, expectedBio }: PublishTurn): Promise<void> {
  const { trx, artistId, onboarding } = moment
  const { bio } = await findOnboarding(trx, artistId)
  if (bio !== expectedBio) throw new Problem('state_changed', { message: 'Your biography was changed meanwhile.' })
  const named = [...new Set(sources.map((sourceId) => sourceId.toLowerCase()))]
  if ((await countCitable(trx, artistId, named)) < named.length) {
    throw new Problem('evidence_changed', { message: 'A source cannot be used any more.' })
  }
  const { sentences } = onboarding.draft === null ? { sentences: [] } : savedDraft(onboarding.draft)
  await publishBio(moment, bio, about)
  await keepCorrections(moment, sentences, doc)
  await publishLoreText(moment, doc, sentences, named)
  await queueLore(moment)
}
