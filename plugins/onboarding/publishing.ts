import { findFirstOccurrence } from '#src/text/occurrence.ts'
import { computeCorrectionRevision, computeLoreRevision, type HashedCitation } from '#src/text/revisions.ts'
import type { TimeSliced } from '#src/text/time-slices.ts'
import type { Correction } from './corrections.ts'
import type { DraftSentence } from './page-draft.ts'
import { insertCorrections, listCorrected } from './queries.ts'
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
  { trx, artistId, newId, now, stage }: TurnTransaction,
  corrections: readonly Correction[],
): Promise<void> {
  if (corrections.length === 0) return
  const known = await listCorrected(
    trx,
    artistId,
    corrections.map(({ claim }) => claim),
  )
  const saved = corrections
    .filter(({ claim }) => !known.has(claim))
    .map(({ claim, correction, kind }) => {
      const id = newId()
      const statement = { claim, correction, correctionKind: kind, previous: null }
      const revision = computeCorrectionRevision({ artistId, correctionId: id, ...statement })
      return { id, claim, correction, correction_kind: kind, revision, previous: null, number: 1 }
    })
  await insertCorrections(trx, artistId, saved, now)
  for (const { id, revision } of saved) {
    stage({ action: 'correction.saved', subject: `correction:${id}`, revision, details: { number: 1 } })
  }
}

/**
 * Makes the text the artist's Lore, each unchanged sentence of the draft with its citation; an empty text changes
 * nothing. It is the last event of the turn: as long as nothing follows it in the audit trail, a refresh leaves a
 * published text alone.
 */
export async function publishLoreText(
  { trx, artistId, now, stage }: TurnTransaction,
  text: string,
  citations: HashedCitation[],
  sources: readonly string[],
): Promise<void> {
  if (text === '') return
  const newest = await trx
    .selectFrom('lore_versions')
    .select(['number', 'revision'])
    .where('artist_id', '=', artistId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  const number = (newest?.number ?? 0) + 1
  const previous = newest?.revision ?? null
  const revision = computeLoreRevision({ artistId, text, citations, previous })
  const version = { number, text, citations: JSON.stringify(citations), revision, previous, created_at: now }
  const by = 'artist'
  await trx
    .insertInto('lore_versions')
    .values({ artist_id: artistId, ...version, composed_by: by })
    .execute()
  stage({
    action: 'lore.published',
    subject: `lore:${number}`,
    revision,
    details: { number, jobId: null, by, sources },
  })
}

/** Finds the drafted sentences in the published text, in its order; each is cited once. */
export function* findCitations(text: string, sentences: readonly DraftSentence[]): TimeSliced<HashedCitation[]> {
  const citations: HashedCitation[] = []
  for (const { text: sentence, ...place } of sentences) {
    yield
    const start = findFirstOccurrence(sentence, text)
    if (start !== undefined) citations.push({ start, end: start + sentence.length, ...place })
  }
  return citations.sort((a, b) => a.start - b.start)
}

/** Queues a refresh of Lore, because its input has changed. */
export const enqueueLoreRefresh = ({ enqueue }: TurnTransaction) => enqueue({ kind: 'lore_refresh' })
