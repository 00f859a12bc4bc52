import { type Kysely, sql } from 'kysely'
import { requireAuthorized } from '#src/auth/artist-authorization.ts'
import type { User } from '#src/auth/caller.ts'
import type { Reference, Relocation } from '#src/contract/types.gen.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { selectAuthorizedReader } from '#src/evidence/references/authorized-reader.ts'
import { isCurrentText } from '#src/evidence/references/eligible-sources.ts'
import { selectPaddedWindow } from '#src/evidence/references/windows.ts'
import { isQuote, type RelocatedQuote } from '#src/evidence/relocate/relocate.ts'
import { fromUtf16 } from '#src/text/utf16.ts'
import { padByOne, sliceSegment, type TextSegment, toWholeSegment } from '#src/text/windows.ts'

/** A source is named by its full identity, an answer by its bare uuid; ids are stored in lower case. */
export const parseCitedReference = ({
  cited,
  ...window
}: {
  cited: string
  revision: string
  start: number
  end: number
}): CitedReference => ({
  kind: cited.includes(':') ? 'original' : 'answer',
  id: cited.toLowerCase(),
  ...window,
})

/**
 * The cited words, or why there are none: evidence that can no longer be cited is distinguished from an id that was
 * never evidence.
 */
export function extractQuote(
  { status, segment }: CitedRow,
  { start, end }: CitedReference,
): { quote: string } | 'not_found' | 'evidence_changed' {
  if (status === 'withdrawn') return 'evidence_changed'
  const quote = status === 'citable' && segment !== undefined ? sliceSegment(segment, start, end) : undefined
  return isQuote(quote) ? { quote } : 'not_found'
}

/** The new place of the words, as a reference that can be cited without a change; null if they were not found. */
export function viewRelocation(
  cited: CitedReference,
  { current_revision: revision }: CitedRow,
  found: RelocatedQuote | undefined,
): Relocation {
  if (found === undefined || revision === null) return { status: 'ok', reference: null, score: 0, exact: false }
  const { start, end, quote, score, exact } = found
  return {
    status: 'ok',
    reference: viewReference(cited, { revision, start, end, quote }),
    // Rounded down, so that only a complete match is 1.
    score: Math.floor(score * 1_000) / 1_000,
    exact,
  }
}

const viewReference = (
  { kind, id }: CitedReference,
  window: { revision: string; start: number; end: number; quote: string },
): Reference => (kind === 'original' ? { kind, sourceId: id, ...window } : { kind, entryId: id, ...window })

/** The cited evidence: its full identity, the revision, and the window [start, end) in UTF-16 code units. */
export type CitedReference = { kind: 'original' | 'answer'; id: string; revision: string; start: number; end: number }

/** What a reference names, in its current state. */
export type CitedRow = {
  /**
   * Whether it may be cited. A source that was removed or rejected is `withdrawn`; an id that was never evidence is
   * `unknown`.
   */
  status: 'citable' | 'withdrawn' | 'unknown'
  /** The cited revision around the window; undefined if this revision never existed. */
  segment: TextSegment | undefined
  current_revision: string | null
  /**
   * The text to search, an answer's at once: undefined where the cited revision is the current one, and where there is
   * no current text.
   */
  current: { totalChars: number; answer?: string } | undefined
}

/**
 * A quote is not longer than this many UTF-16 code units: 1600 characters of two. More of a claimed window is not read.
 */
const quoteCharsMax = 3_200

/**
 * The cited window, and how long the current text is, in one statement that gives neither to a caller who may not read
 * of the artist.
 */
export const findCitedText = (
  db: Kysely<DB>,
  caller: User,
  artistId: string,
  cited: CitedReference,
): Promise<CitedRow> =>
  cited.kind === 'original' ? findSource(db, caller, artistId, cited) : findAnswer(db, caller, artistId, cited)

async function findSource(
  db: Kysely<DB>,
  caller: User,
  artistId: string,
  { id, revision, start, end }: CitedReference,
): Promise<CitedRow> {
  // A claimed end may be before the start: a negative length would fail in SQL.
  const window = { start, maxChars: Math.max(0, Math.min(end - start, quoteCharsMax)) }
  const query = db
    .with('reader', () => selectAuthorizedReader(db, caller, artistId))
    .selectFrom('reader')
    .leftJoin('sources as s', (join) =>
      join
        .onRef('s.artist_id', '=', 'reader.artist_id')
        .on('s.artist_id', '=', artistId)
        .on('s.source_id', '=', id)
        .on('s.is_private', '=', false),
    )
    .leftJoin('source_revisions as v', (join) =>
      join
        .on('v.artist_id', '=', artistId)
        .onRef('v.source_id', '=', 's.source_id')
        .on('v.revision', '=', revision)
        .on('s.curation', '=', 'approved')
        .on('s.removed_at', 'is', null),
    )
    .leftJoin('source_revisions as c', (join) =>
      join.on(isCurrentText(artistId)).onRef('c.revision', '<>', 'v.revision'),
    )
    .selectAll('reader')
    .select(['s.revision as current_revision', 'v.total_chars', 'c.total_chars as current_chars'])
    .select(selectPaddedWindow('v.text_utf16', window).as('bytes'))
    .select(
      sql<CitedRow['status']>`case
        when s.source_id is null or s.curation = 'pending' then 'unknown'
        when s.removed_at is not null or s.curation = 'rejected' then 'withdrawn'
        else 'citable' end`.as('status'),
    )
  const row = requireAuthorized(await query.executeTakeFirstOrThrow())
  return {
    status: row.status,
    segment: toSegment(row.bytes, padByOne(start, end).start, row.total_chars),
    current_revision: row.current_revision,
    current: row.current_chars === null ? undefined : { totalChars: row.current_chars },
  }
}

const toSegment = (bytes: Buffer | null, from: number, totalChars: number | null): TextSegment | undefined =>
  bytes === null || totalChars === null ? undefined : { text: fromUtf16(bytes), from, totalChars }

async function findAnswer(
  db: Kysely<DB>,
  caller: User,
  artistId: string,
  { id, revision }: CitedReference,
): Promise<CitedRow> {
  const query = db
    .with('reader', () => selectAuthorizedReader(db, caller, artistId))
    .selectFrom('reader')
    .leftJoin('interview_entries as e', (join) =>
      join
        .onRef('e.artist_id', '=', 'reader.artist_id')
        .on('e.artist_id', '=', artistId)
        .on('e.id', '=', id)
        .on('e.state', '=', sql.lit('answered')),
    )
    .leftJoin('response_versions as w', (join) =>
      join.on('w.artist_id', '=', artistId).onRef('w.entry_id', '=', 'e.id').on('w.revision', '=', revision),
    )
    .selectAll('reader')
    .select(['e.revision as current_revision', 'e.answer as current_text', 'w.answer'])
  const row = requireAuthorized(await query.executeTakeFirstOrThrow())
  return {
    status: row.current_revision === null ? 'unknown' : 'citable',
    segment: row.answer === null ? undefined : toWholeSegment(row.answer),
    current_revision: row.current_revision,
    current:
      row.current_text === null || row.current_revision === revision
        ? undefined
        : { totalChars: row.current_text.length, answer: row.current_text },
  }
}
