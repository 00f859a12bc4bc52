import type { Kysely } from 'kysely'
import { Problem } from '#src/contract/problems/problem.ts'
import type { OnboardingEvent, VaultReviewTurn } from '#src/contract/types.gen.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { toAuditedSource } from '#src/evidence/sources/audited-source.ts'
import { buildRecoverPurpose, type RecoverPayload } from '#src/research/recover/recovery.ts'
import { hasReadablePages, normalizeProfileUrl } from '#src/text/url/page-url.ts'
import { offerNextQuestion } from './interview.ts'
import { classifyLinks } from './profiles.ts'
import { promptStep } from './prompt.ts'
import { type Curation, insertPages, listVault, markCuration, type VaultRow } from './queries.ts'
import { computeTurnHash, requireCurrentStep } from './rules.ts'
import { runInTransaction, type TurnContext, type TurnTransaction } from './turn-context.ts'
import { viewVaultSource } from './views.ts'

type VaultDecisions = { approved: string[]; rejected: string[]; urls: string[] }

/** Decides about collected sources and adds pages that the person knows; the text of a page is fetched later. */
export async function* reviewVault(turn: VaultReviewTurn, context: TurnContext): AsyncGenerator<OnboardingEvent> {
  const { links, refused } = classifyLinks(turn.addedUrls)
  const urls = links.filter(hasReadablePages)
  const decisions = { approved: listIds(turn, 'approved'), rejected: listIds(turn, 'rejected'), urls }
  await runInTransaction(context, async (tx) => {
    if (tx.onboarding.vault_turn_hash === computeTurnHash(turn)) return
    requireCurrentStep(turn.type, context.steps)
    await applyDecisions(tx, decisions)
    await queueTexts(tx, await listDecided({ db: tx.trx, artistId: tx.artistId }, decisions))
    await tx.updateOnboarding({ vault_at: tx.now, vault_turn_hash: computeTurnHash(turn) })
    await offerNextQuestion(tx)
  })
  for (const { url, reason } of refused) yield { kind: 'unreachable', url, reason }
  for (const url of links) if (!hasReadablePages(url)) yield { kind: 'unreachable', url, reason: 'unsupported' }
  yield* (await listDecided(context, decisions)).map(viewVaultSource)
  yield* promptStep(context)
}

const listIds = ({ decisions }: VaultReviewTurn, verdict: string) =>
  decisions.filter(({ status }) => status === verdict).map(({ sourceId }) => `vault:${sourceId.toLowerCase()}`)

/** The sources that the turn names, by identity or by address. */
async function listDecided(
  { db, artistId }: { db: Kysely<DB>; artistId: string },
  decisions: VaultDecisions,
): Promise<VaultRow[]> {
  const { approved, rejected, urls } = decisions
  const ids = new Set([...approved, ...rejected])
  const addresses = new Set(urls.map(normalizeProfileUrl))
  const rows = await listVault(db, artistId)
  return rows.filter(
    ({ source_id, url }) => ids.has(source_id) || (url !== null && addresses.has(normalizeProfileUrl(url))),
  )
}

async function applyDecisions(tx: TurnTransaction, decisions: VaultDecisions): Promise<void> {
  const rows = await listDecided({ db: tx.trx, artistId: tx.artistId }, decisions)
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
    await decideSources(tx, rows.filter(isRejected), 'rejected'),
    await decideSources(tx, rows.filter(isApproved), 'approved'),
    await addPages(tx, pages, 'approved'),
  ]
  if (changes.some((changed) => changed > 0)) await tx.enqueue({ kind: 'lore_refresh' })
}

/**
 * Texts that one recovery fetches at most: the contract's bound of recoverSourceText, with which the rest can be
 * requested later.
 */
const textsMax = 20

async function queueTexts({ enqueue, newId }: TurnTransaction, rows: readonly VaultRow[]): Promise<void> {
  const sourceIds = rows
    .filter(({ curation, revision, url }) => curation === 'approved' && revision === null && url !== null)
    .map(({ source_id }) => source_id)
    .slice(0, textsMax)
  if (sourceIds.length === 0) return
  const payload = { sourceIds } satisfies RecoverPayload
  await enqueue({ kind: 'source_search', purpose: buildRecoverPurpose(newId()), payload })
}

type Page = { url: string; display_name?: string | null }

/**
 * Adds pages to the vault, without a text yet; those that are there already stay as they are. Returns how many were
 * added.
 */
export async function addPages(tx: TurnTransaction, pages: readonly Page[], curation: Curation): Promise<number> {
  const { trx, artistId, newId, now, stage } = tx
  const existing = await listVault(trx, artistId)
  const known = new Set(existing.map(({ url }) => normalizeProfileUrl(url ?? '')))
  const added = pages
    .filter(({ url }) => !known.has(normalizeProfileUrl(url)))
    .map(({ url, display_name: title = null }) => ({
      artist_id: artistId,
      source_id: `vault:${newId()}`,
      kind: 'vault',
      title,
      url,
      curation,
      ingested_at: now,
      evidence_kind: 'original_text',
      speaker: 'not_applicable',
    }))
  await insertPages(trx, added)
  for (const row of added) {
    const { source_id: subject, title, url } = row
    const details = { title, url, curation, source: toAuditedSource(row) }
    stage({ action: 'source.linked', subject, revision: null, details })
  }
  return added.length
}

/** Decides about sources; one with the same decision is left alone. Returns how many changed. */
async function decideSources(tx: TurnTransaction, rows: readonly VaultRow[], curation: Curation): Promise<number> {
  const { trx, artistId, stage } = tx
  const ids = rows.filter((row) => row.curation !== curation).map(({ source_id }) => source_id)
  if (ids.length === 0) return 0
  await markCuration(trx, artistId, ids, curation)
  for (const subject of ids) stage({ action: 'source.reviewed', subject, revision: null, details: { curation } })
  return ids.length
}
