import { type RawBuilder, sql } from 'kysely'
import type { HashedReference } from '#src/text/revisions.ts'
import { keepIfWindow, type QuoteRefusal, refusalToQuote, sliceExactly } from '#src/text/windows.ts'
import { isCitable } from './eligible-sources.ts'
import { decodeUnits, selectUnits } from './windows.ts'

/** The check of one question's references: all are as quoted, or the first that is missing or not as quoted. */
export type ReferenceCheck =
  | { state: 'as_quoted' }
  | { state: 'missing'; index: number }
  | { state: 'not_as_quoted'; index: number; cause: QuoteRefusal | 'revision_not_kept' }

/** What a reference names: whether it is there, and its text where its revision is stored. */
type ResolvedReference = {
  exists: boolean
  answer: string | null
  /** Of a source those of the window alone, in base64. */
  units: string | null
}

/** A reference, or one whose quote is not known yet. */
type CitedWindow = { revision: string; start: number; end: number; quote?: string } & (
  | { kind: 'original'; sourceId: string }
  | { kind: 'answer'; entryId: string }
)

/** References as `selectResolvedReferences` takes them. */
export const toReferencesParameter = (references: readonly CitedWindow[]): string =>
  JSON.stringify(references.map(toParameter))

/**
 * Every reference in its stored state, in order, also in an older revision. An original is found while it is approved,
 * not private and not removed; an answer while its question is answered. Each is looked up alone (`limit`), or one plan
 * for all would read every source; of a text only the quoted units are read.
 * @param anyKept originals also where they cannot be cited any more
 */
export const selectResolvedReferences = (
  artistId: string,
  references: string,
  { anyKept = false } = {},
): RawBuilder<ResolvedReference[]> => sql`(
    select coalesce(json_agg(json_build_object('exists', original.source_id is not null or answered.id is not null,
      'answer', answered.answer, 'units', original.units) order by c.place), '[]')
    from jsonb_to_recordset(${references}::jsonb)
      as c (place int, source_id text, entry_id uuid, revision text, "start" int, "end" int)
    left join lateral (
      select s.source_id, ${selectUnits('v.text_utf16', sql`c.start`, sql`c."end"`)} as units from sources s
      left join source_revisions v on v.artist_id = ${artistId} and v.source_id = s.source_id and v.revision = c.revision
      where s.artist_id = ${artistId} and s.source_id = c.source_id
        and ${anyKept ? sql`true` : isCitable(artistId)}
      limit 1) as original on true
    left join lateral (
      select e.id, w.answer from interview_entries e
      left join response_versions w on w.artist_id = ${artistId} and w.entry_id = e.id and w.revision = c.revision
      where e.artist_id = ${artistId} and e.id = c.entry_id and e.state = 'answered'
      limit 1) as answered on true)`

/** Whether these references can be cited; missing comes before not as quoted (interface, section 4.2). */
export function checkReferences(
  references: readonly HashedReference[],
  resolved: readonly ResolvedReference[],
): ReferenceCheck {
  const missing = references.findIndex((_, index) => resolved[index]?.exists !== true)
  if (missing !== -1) return { state: 'missing', index: missing }
  for (const [index, reference] of references.entries()) {
    const read = readUnits(reference, resolved[index])
    const cause = read === undefined ? 'revision_not_kept' : refusalToQuote(read, reference)
    if (cause !== undefined) return { state: 'not_as_quoted', index, cause }
  }
  return { state: 'as_quoted' }
}

/** What stands in the window of a reference; undefined where it is not kept or is no window. */
export function sliceReference(reference: CitedWindow, resolved: ResolvedReference | undefined): string | undefined {
  const read = readUnits(reference, resolved)
  return read === undefined ? undefined : keepIfWindow(read, reference.end - reference.start)
}

function toParameter(reference: CitedWindow, place: number) {
  const identity = reference.kind === 'original' ? { source_id: reference.sourceId } : { entry_id: reference.entryId }
  return { place, ...identity, revision: reference.revision, start: reference.start, end: findEnd(reference) }
}

/**
 * Where the units to read end. The quote's length measures them, not the claimed end: where the two differ the
 * reference is refused anyway, and a claim may neither reverse the window nor widen it to the whole text.
 */
const findEnd = ({ start, end, quote }: CitedWindow) => (quote === undefined ? end : start + quote.length)

/** Fewer units where the text ends sooner; undefined where the revision is not kept. */
function readUnits(reference: CitedWindow, resolved: ResolvedReference | undefined): string | undefined {
  const { answer = null, units = null } = resolved ?? {}
  if (answer !== null) return sliceExactly(answer, reference.start, findEnd(reference)) ?? ''
  return units === null ? undefined : decodeUnits(units)
}
