import { toAuditedSource } from '#src/evidence/sources/audited-source.ts'
import { normalizeProfileUrl } from '#src/text/url/page-url.ts'
import { type Curation, insertPages, listVault, markCuration, type VaultRow } from './queries.ts'
import type { TurnTransaction } from './turn-context.ts'

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
export async function decideSources(
  tx: TurnTransaction,
  rows: readonly VaultRow[],
  curation: Curation,
): Promise<number> {
  const { trx, artistId, stage } = tx
  const ids = rows.filter((row) => row.curation !== curation).map(({ source_id }) => source_id)
  if (ids.length === 0) return 0
  await markCuration(trx, artistId, ids, curation)
  for (const subject of ids) stage({ action: 'source.reviewed', subject, revision: null, details: { curation } })
  return ids.length
}
