import { Problem } from '#src/contract/problems/problem.ts'
import type { OnboardingEvent, VaultReviewTurn } from '#src/contract/types.gen.ts'
import { enqueueJob } from '#src/queue/enqueue.ts'
import { type RecoverPayload, recoverPurpose } from '#src/research/recover/purpose.ts'
import { addressOf, hasText } from '#src/text/url/profile-url.ts'
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
  const { links, refused } = judgeLinks(turn.addedUrls)
  const urls = links.filter(hasText)
  const decisions = { approved: idsOf(turn, 'approved'), rejected: idsOf(turn, 'rejected'), urls }
  await change(scene, async (moment) => {
    if (moment.onboarding.vault_turn === hashOfTurn(turn)) return
    keepOrder(turn.type, scene.steps)
    await review(moment, decisions)
    await queueTexts(moment, await listDecided({ db: moment.trx, artistId: moment.artistId }, decisions))
    await moment.mark({ vault_at: moment.now, vault_turn: hashOfTurn(turn) })
    await goOnAsking(moment)
  })
  for (const { url, reason } of refused) yield { kind: 'unreachable', url, reason }
  for (const url of links) if (!hasText(url)) yield { kind: 'unreachable', url, reason: 'unsupported' }
  yield* (await listDecided(scene, decisions)).map(viewSource)
  yield* openStep(scene)
}

const idsOf = ({ decisions }: VaultReviewTurn, verdict: string) =>
  decisions.filter(({ status }) => status === verdict).map(({ sourceId }) => `vault:${sourceId.toLowerCase()}`)

/** The sources that the turn names, by identity or by address. */
async function listDecided(
  { db, artistId }: Pick<Scene, 'db' | 'artistId'>,
  decisions: Decisions,
): Promise<VaultRow[]> {
  const { approved, rejected, urls } = decisions
  const ids = new Set([...approved, ...rejected])
  const addresses = new Set(urls.map(addressOf))
  const rows = await listVault(db, artistId)
  return rows.filter(({ source_id, url }) => ids.has(source_id) || (url !== null && addresses.has(addressOf(url))))
}

async function review(moment: Moment, decisions: Decisions): Promise<void> {
  const rows = await listDecided({ db: moment.trx, artistId: moment.artistId }, decisions)
  const { approved, rejected, urls } = decisions
  const known = new Set(rows.map(({ source_id }) => source_id))
  if ([...approved, ...rejected].some((id) => !known.has(id))) {
    throw new Problem('not_found', { message: 'One of these sources is not among yours' })
  }
  // A page that the person adds is approved with that, unless the same turn rejects it.
  const isRejected = ({ source_id }: VaultRow) => rejected.includes(source_id)
  const isApproved = (row: VaultRow) => !isRejected(row)
  const pages = urls.map((url) => ({ url }))
  const changes = [
    await decide(moment, rows.filter(isRejected), 'rejected'),
    await decide(moment, rows.filter(isApproved), 'approved'),
    await addPages(moment, pages, 'approved'),
  ]
  if (changes.some((changed) => changed > 0)) await queueLore(moment)
}

/** Texts that one recovery fetches: the contract's bound (recoverSourceText), under which whatever is left can be asked for. */
const textsMax = 20

async function queueTexts({ trx, artistId, newId }: Moment, rows: readonly VaultRow[]): Promise<void> {
  const sourceIds = rows
    .filter(({ curation, revision, url }) => curation === 'approved' && revision === null && url !== null)
    .map(({ source_id }) => source_id)
    .slice(0, textsMax)
  if (sourceIds.length === 0) return
  const payload = { sourceIds } satisfies RecoverPayload
  await enqueueJob(trx, { artistId, id: newId(), kind: 'source_search', purpose: recoverPurpose, payload }).execute()
}
