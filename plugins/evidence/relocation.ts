import { type Kysely, sql } from 'kysely'
import { type ArtistScope, requireAuthorized } from '#src/auth/artist-authorization.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { selectAuthorizedReader } from '#src/evidence/references/authorized-reader.ts'
import { isCurrentText } from '#src/evidence/references/eligible-sources.ts'
import { selectPaddedWindow } from '#src/evidence/references/windows.ts'
import { fromUtf16 } from '#src/text/utf16.ts'
import { padByOne, sliceExactly, sliceSegment } from '#src/text/windows.ts'

/** The window [start, end) of a revision, in UTF-16 code units. */
type CitedWindow = { revision: string; start: number; end: number }

/** What a reference cites, in its current state. */
export type CitedText = {
  /** Whether it is a source that was removed or rejected. */
  isWithdrawn: boolean
  /** The cited words; undefined where there never was this evidence, revision or window. */
  quote: string | undefined
  /** The text to search, an answer's at once; undefined where there is none. */
  current: { revision: string; totalChars: number; answer?: string } | undefined
}

/**
 * A quote is not longer than this many UTF-16 code units: 1600 characters of two. More of a claimed window is not read.
 */
const quoteCharsMax = 3_200

/** The cited words of a source and how long its current text is, for a caller who may read of the artist. */
export async function findCitedSource(
  db: Kysely<DB>,
  { caller, artistId }: ArtistScope,
  sourceId: string,
  { revision, start, end }: CitedWindow,
): Promise<CitedText> {
  // A claimed end may be before the start: a negative length would fail in SQL.
  const window = { start, maxChars: Math.max(0, Math.min(end - start, quoteCharsMax)) }
  const query = db
    .with('reader', () => selectAuthorizedReader(db, caller, artistId))
    .selectFrom('reader')
    .leftJoin('sources as s', (join) =>
      join
        .onRef('s.artist_id', '=', 'reader.artist_id')
        .on('s.artist_id', '=', artistId)
        .on('s.source_id', '=', sourceId)
        .on('s.is_private', '=', false)
        .on('s.curation', '<>', 'pending'),
    )
    .leftJoin('source_revisions as v', (join) =>
      join.on('v.artist_id', '=', artistId).onRef('v.source_id', '=', 's.source_id').on('v.revision', '=', revision),
    )
    .leftJoin('source_revisions as c', (join) => join.on(isCurrentText(artistId)))
    .selectAll('reader')
    .select(['v.total_chars', 'c.revision as current_revision', 'c.total_chars as current_chars'])
    .select(selectPaddedWindow('v.text_utf16', window).as('bytes'))
    .select(sql<boolean>`coalesce(s.removed_at is not null or s.curation = 'rejected', false)`.as('isWithdrawn'))
  const { isWithdrawn, ...row } = requireAuthorized(await query.executeTakeFirstOrThrow())
  const segment = row.bytes !== null &&
    row.total_chars !== null && {
      text: fromUtf16(row.bytes),
      from: padByOne(start, end).start,
      totalChars: row.total_chars,
    }
  const current = row.current_revision !== null &&
    row.current_chars !== null && { revision: row.current_revision, totalChars: row.current_chars }
  return {
    isWithdrawn,
    quote: segment ? sliceSegment(segment, start, end) : undefined,
    current: current || undefined,
  }
}

/** The same of an answer. */
export async function findCitedAnswer(
  db: Kysely<DB>,
  { caller, artistId }: ArtistScope,
  entryId: string,
  { revision, start, end }: CitedWindow,
): Promise<CitedText> {
  const query = db
    .with('reader', () => selectAuthorizedReader(db, caller, artistId))
    .selectFrom('reader')
    .leftJoin('interview_entries as e', (join) =>
      join
        .onRef('e.artist_id', '=', 'reader.artist_id')
        .on('e.artist_id', '=', artistId)
        .on('e.id', '=', entryId)
        .on('e.state', '=', sql.lit('answered')),
    )
    .leftJoin('response_versions as w', (join) =>
      join.on('w.artist_id', '=', artistId).onRef('w.entry_id', '=', 'e.id').on('w.revision', '=', revision),
    )
    .selectAll('reader')
    .select(['e.revision as current_revision', 'e.answer as current_answer', 'w.answer as cited_answer'])
  const row = requireAuthorized(await query.executeTakeFirstOrThrow())
  const { current_revision, current_answer: answer } = row
  return {
    isWithdrawn: false,
    quote: row.cited_answer === null ? undefined : sliceExactly(row.cited_answer, start, end),
    current:
      current_revision === null || answer === null
        ? undefined
        : { revision: current_revision, totalChars: answer.length, answer },
  }
}
