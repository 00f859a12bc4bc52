import { type Kysely, sql } from 'kysely'
import type { Handler } from '#plugins/handler.ts'
import { type ArtistScope, requireAuthorized } from '#src/auth/artist-authorization.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import type { Relocation } from '#src/contract/types.gen.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { selectAuthorizedReader } from '#src/evidence/references/authorized-reader.ts'
import { isCurrentText } from '#src/evidence/references/eligible-sources.ts'
import { selectPaddedWindow } from '#src/evidence/references/windows.ts'
import { isQuote, type RelocatedQuote, relocateInSource, relocateInText } from '#src/evidence/relocate/relocate.ts'
import { fromUtf16 } from '#src/text/utf16.ts'
import { padByOne, sliceExactly, sliceSegment } from '#src/text/windows.ts'

/** An addition to the interface: finds where the words of a stale reference are in the current text. */
export const relocateReference: Handler<'relocateReference'> = async ({ path, query, caller }, { db }) => {
  const scope = { caller, artistId: path.id }
  // A source is named by its full identity, an answer by its bare uuid; ids are stored in lower case.
  const id = query.cited.toLowerCase()
  const isSource = id.includes(':')
  const { isWithdrawn, quote, current } = await (isSource ? findCitedSource : findCitedAnswer)(db, scope, id, query)
  if (isWithdrawn) throw new Problem('evidence_changed')
  if (!isQuote(quote)) throw new Problem('not_found')

  const { start, end } = query
  let found: RelocatedQuote | undefined
  if (current?.revision === query.revision) found = { quote, start, end, score: 1, exact: true }
  else if (current?.answer !== undefined) found = await relocateInText(quote, current.answer, start)
  else if (current !== undefined) {
    const withdraw = () => new Problem('evidence_changed')
    const text = { ...current, sourceId: id }
    found = await relocateInSource(db, scope, text, { quote, expectedStart: start }, withdraw)
  }
  return { status: 200, body: viewRelocation(isSource, id, current?.revision, found) }
}

/** The new place of the words, as a reference that can be cited without a change; null if they were not found. */
function viewRelocation(
  isSource: boolean,
  id: string,
  revision: string | undefined,
  found: RelocatedQuote | undefined,
): Relocation {
  if (found === undefined || revision === undefined) return { status: 'ok', reference: null, score: 0, exact: false }
  const { start, end, quote, score, exact } = found
  const window = { revision, start, end, quote }
  return {
    status: 'ok',
    reference: isSource ? { kind: 'original', sourceId: id, ...window } : { kind: 'answer', entryId: id, ...window },
    // Rounded down, so that only a complete match is 1.
    score: Math.floor(score * 1_000) / 1_000,
    exact,
  }
}

/** The window [start, end) of a revision, in UTF-16 code units. */
type CitedWindow = { revision: string; start: number; end: number }

/** What a reference cites, in its current state. */
type CitedText = {
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
async function findCitedSource(
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
  const row = requireAuthorized(await query.executeTakeFirstOrThrow())
  const { isWithdrawn, bytes, total_chars: totalChars, current_revision: revisionNow, current_chars: charsNow } = row
  const text = bytes && fromUtf16(bytes)
  const from = padByOne(start, end).start
  return {
    isWithdrawn,
    quote: text === null || totalChars === null ? undefined : sliceSegment({ text, from, totalChars }, start, end),
    current: revisionNow === null || charsNow === null ? undefined : { revision: revisionNow, totalChars: charsNow },
  }
}

/** The same of an answer. */
async function findCitedAnswer(
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
