import { type RawBuilder, sql } from 'kysely'
import type { HashedReference } from '#src/text/revisions.ts'
import { sqlWindow, toUtf16 } from '#src/text/utf16.ts'

/*
 * Evidence that is judged by the statement that keeps what cites it, in the moment in which it is kept and without a
 * word of it being read before. Of what is cited as the contract has it the statement says what `refusalToCite` says,
 * but not why: whatever it does not keep is read and refused.
 */

/**
 * Whether a statement can judge all of these: passages of sources, each as long as its window. An answer's wordings are
 * no bytes.
 */
export const canBeJudgedUnread = (references: readonly HashedReference[]): boolean =>
  references.every(({ kind, start, end, quote }) => kind === 'original' && end - start === quote.length)

/** What `allAsQuoted` is given; what it cannot judge names no source, and so does not stand. */
export const quotesOf = (references: readonly HashedReference[]): string => JSON.stringify(references.map(quoted))

function quoted(reference: HashedReference) {
  const { from, length } = sqlWindow(reference.start, reference.end)
  return {
    source_id: reference.kind === 'original' ? reference.sourceId : null,
    revision: reference.revision,
    first_byte: from,
    byte_count: length,
    quote: toUtf16(reference.quote).toString('base64'),
  }
}

/**
 * Whether every source is approved, not private and not removed, and has the very bytes of its quote in the window.
 * Those of a window that leaves the text are fewer. One that began or ended inside a surrogate pair would hold half of
 * one, which no quote does: no body with such a half is taken.
 *
 * Each is looked up by itself: a subquery that gives a value is never made a join, for which a plan made once for all
 * would read every source of the artist.
 */
export const allAsQuoted = (artistId: string, quotes: string): RawBuilder<boolean> => sql<boolean>`not exists (
  select from jsonb_to_recordset(${quotes}::jsonb)
    as c (source_id text, revision text, first_byte int, byte_count int, quote text)
  where (
    select substring(v.text_utf16 from c.first_byte for c.byte_count) = decode(c.quote, 'base64') from sources s
    join source_revisions v on v.artist_id = s.artist_id and v.source_id = s.source_id
    where s.artist_id = ${artistId} and s.source_id = c.source_id and v.revision = c.revision
      and s.curation = 'approved' and not s.is_private and s.removed_at is null) is not true)`
