import { computeCorrectionRevision, computeSourceRevision } from '#src/text/revisions.ts'
import { type ArtistModel, computeNextRevision, type Entry, type Source } from './artist.ts'

/** The model's side of what an operator imports. */
type Statement = { id: string; claim: string; correction: string | null }
type Imported = Pick<Entry, 'id' | 'questionKey' | 'question' | 'state' | 'offeredAt'> & Partial<Entry>

/** A correction that is new, changed, or known already. */
export function correct(
  artist: ArtistModel,
  { id, claim, correction }: Statement,
  learnInstant: () => string,
): 'added' | 'changed' | 'unchanged' {
  const current = artist.corrections.find((one) => one.id === id)
  if (current?.claim === claim && current.correction === correction) return 'unchanged'
  const at = learnInstant()
  const kind = 'factual'
  const statement = { claim, correction, correctionKind: kind, previous: current?.revision ?? null }
  const revision = computeCorrectionRevision({ artistId: artist.id, correctionId: id, ...statement })
  const changed = { id, claim, correction, kind, revision, createdAt: current?.createdAt ?? at, updatedAt: at }
  artist.corrections = [...artist.corrections.filter((one) => one.id !== id), changed]
  return current === undefined ? 'added' : 'changed'
}

/** The current text of a source; an earlier revision can still be cited while the source is approved. */
export function setText({ id: artistId }: ArtistModel, source: Source, text: string): void {
  const revision = computeSourceRevision({ artistId, sourceId: source.sourceId, text })
  source.texts = [...source.texts.filter((one) => one.revision !== revision), { revision, text }]
}

/** An imported question, of no sitting's three and without evidence. */
export function buildImportedEntry(artist: ArtistModel, more: Imported): Entry {
  const nothing = { answer: null, sitting: null, sessionId: null, ordinal: null, updatedAt: null, savedAs: 0 }
  const entry = { source: 'import' as const, references: [], versions: [], ...nothing, ...more }
  return { ...entry, revision: computeNextRevision(artist, entry, entry.state, entry.answer, null) }
}
