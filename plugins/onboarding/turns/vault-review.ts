import type { OnboardingEvent, VaultReviewTurn } from '#src/contract/types.gen.ts'
import { Problem } from '#src/problems/problem.ts'
import { goOnAsking } from '../interview.ts'
import { openStep } from '../opening.ts'
import { judgeLinks } from '../profiles.ts'
import { queueLore } from '../publishing.ts'
import { listVault, type VaultRow } from '../queries.ts'
import { hashOfTurn, keepOrder } from '../rules.ts'
import { change, type Moment, type Scene } from '../scene.ts'
import { addPages, decide } from '../vault.ts'
import { viewSource } from '../views.ts'

type Decisions = { approved: string[]; rejected: string[]; urls: string[] }

/** Decides about collected sources and adds pages that the person knows; the text of a page is fetched later. */
export async function* reviewVault(turn: VaultReviewTurn, scene: Scene): AsyncGenerator<OnboardingEvent> {
  const { links: urls, refused } = judgeLinks(turn.addedUrls)
  const decisions = { approved: idsOf(turn, 'approved'), rejected: idsOf(turn, 'rejected'), urls }
  await change(scene, async (moment) => {
    if (moment.onboarding.vault_turn === hashOfTurn(turn)) return
    keepOrder(turn.type, scene.steps)
    await review(moment, decisions)
    await moment.mark({ vault_at: moment.now, vault_turn: hashOfTurn(turn) })
    await goOnAsking(moment)
  })
  for (const { url, reason } of refused) yield { kind: 'unreachable', url, reason }
  yield* (await listDecided(scene, decisions)).map(viewSource)
  yield* openStep(scene)
}

const idsOf = ({ decisions }: VaultReviewTurn, verdict: string) =>
  decisions.filter(({ status }) => status === verdict).map(({ sourceId }) => `vault:${sourceId.toLowerCase()}`)

const listDecided = ({ db, artistId }: Pick<Scene, 'db' | 'artistId'>, { approved, rejected, urls }: Decisions) =>
  listVault(db, artistId, { sourceIds: [...approved, ...rejected], urls })

async function review(moment: Moment, decisions: Decisions): Promise<void> {
  const rows = await listDecided({ db: moment.trx, artistId: moment.artistId }, decisions)
  const { approved, rejected, urls } = decisions
  const known = new Set(rows.map(({ source_id }) => source_id))
  if ([...approved, ...rejected].some((id) => !known.has(id))) {
    throw new Problem('not_found', { message: 'One of these sources is not among yours' })
  }
  const isApproved = ({ source_id, url }: VaultRow) =>
    approved.includes(source_id) || (urls.includes(url ?? '') && !rejected.includes(source_id))
  const changes = [
    await decide(moment, rows.filter(isApproved), 'approved'),
    await decide(
      moment,
      rows.filter(({ source_id }) => rejected.includes(source_id)),
      'rejected',
    ),
    await addPages(
      moment,
      urls.map((url) => ({ url })),
      'approved',
    ),
  ]
  if (changes.some((changed) => changed > 0)) await queueLore(moment)
}
