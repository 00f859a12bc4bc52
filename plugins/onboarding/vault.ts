import type { Kysely } from 'kysely'
import { Problem } from '#src/contract/problems/problem.ts'
import type { OnboardingEvent, VaultReviewTurn } from '#src/contract/types.gen.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { toAuditedSource } from '#src/evidence/sources/audited-source.ts'
import { markCuration } from '#src/evidence/sources/save.ts'
import { buildRecoverPurpose, type RecoverPayload } from '#src/research/recover/recovery.ts'
import { hasReadablePages, normalizeProfileUrl } from '#src/text/url/page-url.ts'
import { offerNextQuestion } from './interview.ts'
import { type Curation, insertPages, listVault, type VaultRow } from './queries.ts'
import { classifyLinks } from './rules.ts'
import { completeStep, type TurnContext, type TurnTransaction } from './transaction.ts'
import { viewSource } from './views.ts'

/** The full identities of sources that are decided about, and the pages that the person adds. */
type VaultDecisions = { statuses: ReadonlyMap<string, Curation>; urls: string[] }

/** Decides about collected sources and adds pages that the person knows; the text of a page is fetched later. */
export async function* reviewVault(turn: VaultReviewTurn, context: TurnContext): AsyncGenerator<OnboardingEvent> {
  const { links, refused } = classifyLinks(turn.addedUrls)
  const statuses = new Map(turn.decisions.map((one) => [`vault:${one.sourceId.toLowerCase()}`, one.status]))
  const decisions = { statuses, urls: links.filter(hasReadablePages) }
  await completeStep(context, turn, async (tx) => {
    await applyDecisions(tx, decisions)
    await offerNextQuestion(tx)
  })
  yield* refused
  for (const url of links) if (!hasReadablePages(url)) yield { kind: 'unreachable', url, reason: 'unsupported' }
  for (const row of await listDecided(context.db, context.artistId, decisions))
    yield { kind: 'source', source: viewSource(row) }
}

/** The sources that the turn names, by identity or by address. */
async function listDecided(db: Kysely<DB>, artistId: string, { statuses, urls }: VaultDecisions): Promise<VaultRow[]> {
  const addresses = new Set(urls.map(normalizeProfileUrl))
  const rows = await listVault(db, artistId)
  return rows.filter(
    ({ source_id, url }) => statuses.has(source_id) || (url !== null && addresses.has(normalizeProfileUrl(url))),
  )
}

async function applyDecisions(tx: TurnTransaction, decisions: VaultDecisions): Promise<void> {
  const { trx, artistId, stage } = tx
  const rows = await listDecided(trx, artistId, decisions)
  if (rows.filter(({ source_id }) => decisions.statuses.has(source_id)).length < decisions.statuses.size)
    throw new Problem('not_found', { message: 'One of these sources is not among yours' })
  const pages = decisions.urls.map((url) => ({ url, title: null }))
  let changed = await addPages(tx, pages, 'approved')
  for (const curation of ['rejected', 'approved'] as const) {
    // A page that the person adds is approved with that, unless the same turn rejects it.
    const decided = rows.filter(({ source_id }) => (decisions.statuses.get(source_id) ?? 'approved') === curation)
    const ids = decided.filter((row) => row.curation !== curation).map(({ source_id }) => source_id)
    if (ids.length > 0) await markCuration(trx, artistId, ids, curation).execute()
    for (const subject of ids) stage({ action: 'source.reviewed', subject, revision: null, details: { curation } })
    changed += ids.length
  }
  if (changed > 0) await tx.enqueue({ kind: 'lore_refresh' })
  await queueTexts(tx, await listDecided(trx, artistId, decisions))
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

type Page = { url: string; title: string | null }

/**
 * Adds pages to the vault, without a text yet; those that are there already stay as they are. Returns how many were
 * added.
 */
export async function addPages(tx: TurnTransaction, pages: readonly Page[], curation: Curation): Promise<number> {
  const { trx, artistId: artist_id, newId, now: ingested_at, stage } = tx
  const known = new Set((await listVault(trx, artist_id)).map(({ url }) => normalizeProfileUrl(url ?? '')))
  const content = { kind: 'vault', evidence_kind: 'original_text', speaker: 'not_applicable' }
  const added = pages
    .filter(({ url }) => !known.has(normalizeProfileUrl(url)))
    .map((page) => ({ artist_id, source_id: `vault:${newId()}`, ...page, curation, ingested_at, ...content }))
  await insertPages(trx, added)
  for (const row of added) {
    const { source_id: subject, title, url } = row
    const details = { title, url, curation, source: toAuditedSource(row) }
    stage({ action: 'source.linked', subject, revision: null, details })
  }
  return added.length
}
