import { type Expression, type Kysely, sql } from 'kysely'
import { type ArtistScope, selectAuthorization, selectIfAuthorized } from '#src/auth/artist-authorization.ts'
import { ask } from '#src/database/ask.ts'
import { type Asked, statement } from '#src/database/statement.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { refusalToQuote } from '#src/text/quotes.ts'
import type { HashedReference } from '#src/text/revisions.ts'
import { fromUtf16, sqlWindow } from '#src/text/utf16.ts'
import { padByOne, type TextSegment, wholeText } from '#src/text/windows.ts'

/** Why a reference cannot be cited: there is no such evidence, or it does not stand as quoted. */
export type ReferenceRefusal = 'not_found' | 'evidence_changed'

/** What a reference names: whether it is there, and the text around its window when its revision is kept. */
export type ResolvedReference = { found: boolean; stretch: TextSegment | undefined }

/**
 * Reopens every reference as it is stored now, in the references' order and in one statement. An original is found
 * while it is approved, not private and not removed; an answer while its question is answered. Every revision either
 * ever had is kept, so an older one opens as well. Of a source only the quoted units and one on each side are read,
 * however long its text.
 */
export async function resolveReferences(
  db: Kysely<DB>,
  artistId: string,
  references: HashedReference[],
): Promise<ResolvedReference[]> {
  return toResolvedReferences(references, await ask(db, reopenAll({ artistId, references: textOf(references) })))
}

/**
 * The statement of `resolveReferences`, for a caller of whom it is not known yet whether he may: for whoever may not it
 * finds nothing and looks at nothing.
 */
export const resolveReferencesQuery = ({
  references,
  ...forArtist
}: ArtistScope & { references: HashedReference[] }): Asked<ReopenedRow> =>
  reopenPermitted({ ...forArtist, references: textOf(references) })

const textOf = (references: HashedReference[]) => JSON.stringify(references.map(cited))

/** What the statement has found, in the references' order. */
export const toResolvedReferences = (
  references: HashedReference[],
  rows: readonly ReopenedRow[],
): ResolvedReference[] => references.map((reference, place) => reopened(reference, rows[place]))

type Given = { references: string }

const reopenAll = statement((db, { artistId, references }: Given & { artistId: string }) =>
  passagesOf(sql`(select ${artistId}::uuid as artist_id)`, references).compile(db),
)

const reopenPermitted = statement((db, { caller, artistId, references }: Given & ArtistScope) =>
  passagesOf(
    selectAuthorization(db, caller, artistId).select(selectIfAuthorized([sql.ref('a.id').as('artist_id')])),
    references,
  ).compile(db),
)

/**
 * Each reference is looked up by itself (`limit`): a plan made once for all would rather read every source and answer
 * of the artist.
 */
const passagesOf = (reader: Expression<unknown>, references: string) => sql<ReopenedRow>`
    select original.source_id is not null or answered.id is not null as found, answered.answer, original.total_chars, original.bytes,
      (select audit_head from artists a where a.id = reader.artist_id) as audit_head
    from ${reader} as reader cross join jsonb_to_recordset(${references}::jsonb)
      as c (place int, source_id text, entry_id uuid, revision text, first_byte int, byte_count int)
    left join lateral (
      select s.source_id, v.total_chars, substring(v.text_utf16 from c.first_byte for c.byte_count) as bytes from sources s
      left join source_revisions v on v.artist_id = s.artist_id and v.source_id = s.source_id and v.revision = c.revision
      where s.artist_id = reader.artist_id and s.source_id = c.source_id
        and s.curation = 'approved' and not s.is_private and s.removed_at is null
      limit 1) as original on true
    left join lateral (
      select e.id, w.answer from interview_entries e
      left join response_versions w on w.artist_id = e.artist_id and w.entry_id = e.id and w.revision = c.revision
      where e.artist_id = reader.artist_id and e.id = c.entry_id and e.state = 'answered'
      limit 1) as answered on true
    order by c.place`

/**
 * The first reason why these references cannot be cited: whatever is missing comes before whatever differs (interface,
 * 4.2).
 */
export function refusalToCite(
  references: HashedReference[],
  evidence: ResolvedReference[],
): ReferenceRefusal | undefined {
  if (evidence.some(({ found }) => !found)) return 'not_found'
  const standing = references.every((reference, place) => {
    const stretch = evidence[place]?.stretch
    return stretch !== undefined && refusalToQuote(stretch, reference) === undefined
  })
  return standing ? undefined : 'evidence_changed'
}

/** With the head of the artist's trail at that moment. */
type ReopenedRow = {
  found: boolean
  answer: string | null
  total_chars: number | null
  bytes: Buffer | null
  audit_head: string | null
}

/**
 * The units to read. The quote's length measures them, not the claimed end: where the two differ the reference is
 * refused anyway, and a claim may neither turn the window round nor widen it to the whole text.
 */
const unitsAround = ({ start, quote }: HashedReference) => padByOne(start, start + quote.length)

function cited(reference: HashedReference, place: number) {
  const { start, end } = unitsAround(reference)
  const { from, length } = sqlWindow(start, end)
  const identity = reference.kind === 'original' ? { source_id: reference.sourceId } : { entry_id: reference.entryId }
  return { place, ...identity, revision: reference.revision, first_byte: from, byte_count: length }
}

function reopened(reference: HashedReference, row: ReopenedRow | undefined): ResolvedReference {
  return { found: row?.found === true, stretch: row && stretchOf(reference, row) }
}

function stretchOf(reference: HashedReference, row: ReopenedRow): TextSegment | undefined {
  if (row.answer !== null) return wholeText(row.answer)
  if (row.bytes === null || row.total_chars === null) return undefined
  return { text: fromUtf16(row.bytes), from: unitsAround(reference).start, totalChars: row.total_chars }
}
