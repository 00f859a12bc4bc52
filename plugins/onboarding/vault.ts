import type { Kysely } from 'kysely'
import { Problem } from '#src/contract/problems/problem.ts'
import type { OnboardingEvent, VaultReviewTurn } from '#src/contract/types.gen.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { toAuditedSource } from '#src/evidence/sources/audited-source.ts'
import { markCuration } from '#src/evidence/sources/save.ts'
import { upsertJob } from '#src/queue/enqueue.ts'
import { newLoreRefresh } from '#src/records/lore/versions.ts'
import { buildRecoverPurpose, type RecoverPayload } from '#src/research/recover/recovery.ts'
import { hasReadablePages, normalizeProfileUrl } from '#src/text/url/page-url.ts'
import { offerNextQuestion } from './interview.ts'
import { listVault, type VaultRow } from './queries.ts'
import { classifyLinks } from './rules.ts'
import { completeStep, type TurnContext, type TurnTransaction } from './transaction.ts'
import { viewVaultSource } from './views.ts'

/** Decides about collected sources and adds pages that the person knows; the text of a page is fetched later. */
export async function* reviewVault(turn: VaultReviewTurn, context: TurnContext): AsyncGenerator<OnboardingEvent> {
  const { links, refused } = classifyLinks(turn.addedUrls)
  const urls = links.filter(hasReadablePages)
  const statuses = new Map(turn.decisions.map((one) => [`vault:${one.sourceId.toLowerCase()}`, one.status]))
  const addresses = new Set(urls.map(normalizeProfileUrl))
  /** The sources that the turn names, by identity or by address. */
  const listDecided = async (db: Kysely<DB>) =>
    (await listVault(db, context.artistId)).filter(
      ({ source_id, url }) => statuses.has(source_id) || (url !== null && addresses.has(normalizeProfileUrl(url))),
    )
  await completeStep(context, turn, async (tx) => {
    const pages = urls.map((url) => ({ url, title: null }))
    const added = await addPages(tx, pages, 'approved')
    const rows = await listDecided(tx.trx)
    if (rows.filter(({ source_id }) => statuses.has(source_id)).length < statuses.size)
      throw new Problem('not_found', { message: 'One of these sources is not among yours' })
    // A page that the person adds is approved with that, unless the same turn rejects it.
    const decided = rows.map((row) => ({ ...row, decision: statuses.get(row.source_id) ?? ('approved' as const) }))
    const changed = decided.filter(({ curation, decision }) => curation !== decision)
    await saveDecisions(tx, changed)
    if (added + changed.length > 0) tx.write(upsertJob(newLoreRefresh(tx.artistId, tx.newId())))
    queueTexts(
      tx,
      decided.filter(({ decision }) => decision === 'approved'),
    )
    await offerNextQuestion(tx)
  })
  yield* refused
  for (const url of links) if (!hasReadablePages(url)) yield { kind: 'unreachable', url, reason: 'unsupported' }
  for (const row of await listDecided(context.db)) yield { kind: 'source', source: viewVaultSource(row) }
}

type Decided = VaultRow & { decision: 'approved' | 'rejected' }

async function saveDecisions({ trx, artistId, stage }: TurnTransaction, changed: readonly Decided[]): Promise<void> {
  for (const [curation, rows] of Map.groupBy(changed, ({ decision }) => decision)) {
    const ids = rows.map(({ source_id }) => source_id)
    await markCuration(trx, artistId, ids, curation).execute()
    for (const subject of ids) stage({ action: 'source.reviewed', subject, revision: null, details: { curation } })
  }
}

/**
 * Texts that one recovery fetches at most: the contract's bound of recoverSourceText, with which the rest can be
 * requested later.
 */
const textsMax = 20

function queueTexts({ artistId, newId, write }: TurnTransaction, approved: readonly VaultRow[]): void {
  const missing = approved.filter(({ revision, url }) => revision === null && url !== null)
  const sourceIds = missing.map(({ source_id }) => source_id).slice(0, textsMax)
  if (sourceIds.length === 0) return
  const payload = { sourceIds } satisfies RecoverPayload
  const purpose = buildRecoverPurpose(newId())
  write(upsertJob({ artistId, id: newId(), kind: 'source_search', purpose, payload }))
}

type Page = { url: string; title: string | null }

/**
 * Adds pages to the vault, without a text yet; those that are there already stay as they are. Returns how many were
 * added.
 */
export async function addPages(
  tx: TurnTransaction,
  pages: readonly Page[],
  curation: VaultRow['curation'],
): Promise<number> {
  const { trx, artistId: artist_id, newId, now: ingested_at, stage } = tx
  const known = new Set((await listVault(trx, artist_id)).map(({ url }) => normalizeProfileUrl(url ?? '')))
  const content = { kind: 'vault', evidence_kind: 'original_text', speaker: 'not_applicable' } as const
  const added = pages
    .filter(({ url }) => !known.has(normalizeProfileUrl(url)))
    .map((page) => ({ artist_id, source_id: `vault:${newId()}`, ...page, curation, ingested_at, ...content }))
  if (added.length > 0) await trx.insertInto('sources').values(added).execute()
  for (const row of added) {
    const { source_id: subject, title, url } = row
    const details = { title, url, curation, source: toAuditedSource(row) }
    stage({ action: 'source.linked', subject, revision: null, details })
  }
  return added.length
}
