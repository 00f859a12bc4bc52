import { runQuery } from '#src/database/query.ts'
import { insertLoreVersion } from '#src/records/lore/versions.ts'
import { saveCorrection } from '#src/records/memory/save-correction.ts'
import type { Lore } from '#src/research/lore/evidence.ts'
import { computeCorrectionRevision } from '#src/text/revisions.ts'
import type { DraftCorrection } from './corrections.ts'
import { listCorrected } from './queries.ts'
import type { TurnTransaction } from './turn-context.ts'

/** Sets the artist's biography; an empty text removes it. */
export async function publishBio(
  { trx, artistId, stage }: TurnTransaction,
  before: string | null,
  about: string,
): Promise<void> {
  const bio = about === '' ? null : about
  if (bio === before) return
  await trx.updateTable('artists').set({ bio }).where('id', '=', artistId).execute()
  stage({ action: 'bio.published', subject: `artist:${artistId}`, revision: null, details: { bio } })
}

/**
 * Saves the corrections that the artist made in the draft, so that no generated text repeats them. Each claim is
 * corrected once.
 */
export async function saveCorrections(
  { trx, artistId, newId, stage }: TurnTransaction,
  corrections: readonly DraftCorrection[],
): Promise<void> {
  if (corrections.length === 0) return
  const known = await listCorrected(
    trx,
    artistId,
    corrections.map(({ claim }) => claim),
  )
  for (const { claim, correction, kind } of corrections.filter((one) => !known.has(one.claim))) {
    const id = newId()
    const statement = { claim, correction, correctionKind: kind, previous: null }
    const revision = computeCorrectionRevision({ artistId, correctionId: id, ...statement })
    const { instant } = stage({
      action: 'correction.saved',
      subject: `correction:${id}`,
      revision,
      details: { number: 1 },
    })
    const content = { id, claim, correction, correction_kind: kind, revision, previous: null, number: 1 }
    for (const query of saveCorrection(content, artistId, instant)) await runQuery(trx, query)
  }
}

/**
 * Makes the text the artist's Lore, each unchanged sentence of the draft with its citation; an empty text changes
 * nothing.
 */
export async function publishLoreText(
  { trx, artistId, now, stage, flush }: TurnTransaction,
  lore: Lore,
  sources: readonly string[],
): Promise<void> {
  if (lore.text === '') return
  const append = async (change: Parameters<typeof stage>[0]) => {
    const event = stage(change)
    await flush()
    return event
  }
  await insertLoreVersion({ trx, now, append }, { artistId, ...lore, by: 'artist', jobId: null, details: { sources } })
}

/** Queues a refresh of Lore, because its input has changed. */
export const enqueueLoreRefresh = ({ enqueue }: TurnTransaction) => enqueue({ kind: 'lore_refresh' })
