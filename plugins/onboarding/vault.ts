import { addressOf } from '#src/profiles/address.ts'
import { type Curation, insertPages, listVault, markCuration, type VaultRow } from './queries.ts'
import type { Moment } from './scene.ts'

type Page = { url: string; display_name?: string | null }

/** Adds pages to the vault, without a text yet; those that are there already stay as they are. Returns how many were added. */
export async function addPages(moment: Moment, pages: readonly Page[], curation: Curation): Promise<number> {
  const { trx, artistId, newId, now, tell } = moment
  const there = await listVault(trx, artistId)
  const known = new Set(there.map(({ url }) => addressOf(url ?? '')))
  const added = pages
    .filter(({ url }) => !known.has(addressOf(url)))
    .map(({ url, display_name: title = null }) => ({ source_id: `vault:${newId()}`, title, url, curation }))
  await insertPages(
    trx,
    added.map((page) => ({ artist_id: artistId, ...page, ingested_at: now })),
  )
  for (const { source_id, title, url } of added) {
    tell({ action: 'source.linked', subject: source_id, revision: null, details: { title, url, curation } })
  }
  return added.length
}

/** Decides about sources; one whose decision stands already is left alone. Returns how many changed. */
export async function decide(moment: Moment, rows: readonly VaultRow[], curation: Curation): Promise<number> {
  const { trx, artistId, tell } = moment
  const ids = rows.filter((row) => row.curation !== curation).map(({ source_id }) => source_id)
  if (ids.length === 0) return 0
  await markCuration(trx, artistId, ids, curation)
  for (const subject of ids) tell({ action: 'source.reviewed', subject, revision: null, details: { curation } })
  return ids.length
}
