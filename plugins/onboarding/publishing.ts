import { enqueueJob } from '#src/queue/enqueue.ts'
import { type HashedCitation, revisionOfCorrection, revisionOfLore } from '#src/text/revisions.ts'
import { correctionsOf } from './corrections.ts'
import type { DraftSentence } from './draft.ts'
import type { Moment } from './scene.ts'

/** Sets the artist's biography; an empty one is none. */
export async function publishBio({ trx, artistId, tell }: Moment, before: string | null, about: string): Promise<void> {
  const bio = about === '' ? null : about
  if (bio === before) return
  await trx.updateTable('artists').set({ bio }).where('id', '=', artistId).execute()
  tell({ action: 'bio.published', subject: `artist:${artistId}`, revision: null, details: { bio } })
}

/** Keeps what the artist has put right in the draft, so that nothing generated says it again. A claim is corrected once. */
export async function keepCorrections(
  { trx, artistId, newId, now, tell }: Moment,
  sentences: readonly DraftSentence[],
  doc: string,
): Promise<void> {
  const known = await trx.selectFrom('corrections').select('claim').where('artist_id', '=', artistId).execute()
  const texts = sentences.map(({ text }) => text)
  for (const { claim, correction, kind } of correctionsOf(texts, doc)) {
    if (known.some((one) => one.claim === claim)) continue
    const correctionId = newId()
    const statement = { claim, correction, correctionKind: kind, previous: null }
    const revision = revisionOfCorrection({ artistId, correctionId, ...statement })
    const version = { claim, correction, correction_kind: kind, revision, previous: null, number: 1 }
    await trx
      .insertInto('corrections')
      .values({ artist_id: artistId, id: correctionId, ...version, created_at: now, updated_at: now })
      .execute()
    await trx
      .insertInto('correction_versions')
      .values({ artist_id: artistId, correction_id: correctionId, ...version, saved_at: now })
      .execute()
    tell({ action: 'correction.saved', subject: `correction:${correctionId}`, revision, details: { number: 1 } })
  }
}

/**
 * Makes the text the artist's Lore, each sentence of the draft that still stands in it with its citation; no text leaves the Lore as it
 * is. Told last of the moment: as long as nothing follows it in the trail, a refresh leaves what the artist has published alone.
 */
export async function publishLoreText(
  { trx, artistId, now, tell }: Moment,
  text: string,
  sentences: readonly DraftSentence[],
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
  const citations = citationsIn(text, sentences)
  const revision = revisionOfLore({ artistId, text, citations, previous })
  const version = { number, text, citations: JSON.stringify(citations), revision, previous, created_at: now }
  await trx
    .insertInto('lore_versions')
    .values({ artist_id: artistId, ...version })
    .execute()
  tell({ action: 'lore.published', subject: `lore:${number}`, revision, details: { number, jobId: null, sources } })
}

/** Where the drafted sentences stand now, in the order of the text; each is cited once. */
export function citationsIn(text: string, sentences: readonly DraftSentence[]): HashedCitation[] {
  return sentences
    .flatMap(({ text: sentence, ...place }) => {
      const start = text.indexOf(sentence)
      return start < 0 ? [] : [{ start, end: start + sentence.length, ...place }]
    })
    .toSorted((a, b) => a.start - b.start)
}

/** Lore is to read what has changed. */
export const queueLore = ({ trx, artistId, newId }: Moment) =>
  enqueueJob(trx, { artistId, id: newId(), kind: 'lore_refresh' }).execute()
