import { type Kysely, sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Handler } from '#plugins/handler.ts'
import { readAuthorized } from '#src/auth/authorized-read.ts'
import type { EvidenceCaller } from '#src/auth/caller.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { type EvidenceStatus, selectEvidenceStatus } from '#src/evidence/references/eligible-sources.ts'
import { type EvidenceRow, viewEvidencePassage } from '#src/evidence/references/passage.ts'
import {
  decodeUnits,
  extractWindow,
  selectWindow,
  textCharsMax,
  type WindowRequest,
  type WindowText,
} from '#src/evidence/references/windows.ts'

/** An exact window of a piece of research evidence (interface, section 4.5). */
export const readResearchEvidence: Handler<'readResearchEvidence'> = async ({ path, query, caller }, { db }) => {
  const { start, maxChars, revision } = query
  const sourceIds = listPossibleSourceIds(path.evidenceId)
  const window = { sourceIds, revision, visibleStatuses: listReadableStatuses(caller.kind), start, maxChars }
  const { passage } = await readAuthorized(db, { caller, artistId: path.id }, [
    jsonObjectFrom(selectPassage(db, path.id, window)).as('passage'),
  ])
  if (passage === null) throw new Problem('not_found')
  const found = chooseText(revision, passage)
  if (typeof found === 'string') throw new Problem(found)
  const page = extractWindow(found.text, query)
  return {
    status: 200,
    body: {
      status: 'ok',
      passage: viewEvidencePassage(passage, found.revision, page),
      totalChars: found.text.totalChars,
      nextStart: page.nextStart,
    },
  }
}

type PassageRequest = WindowRequest & {
  /** The identities that the caller's id may mean, the likeliest first. */
  sourceIds: string[]
  revision: string | undefined
  /** The statuses that this caller may see. */
  visibleStatuses: readonly EvidenceStatus[]
}

type PassageRow = EvidenceRow & {
  current_revision: string | null
  /** Of the revision that was asked for; null when the source never had it, and for what has been withdrawn. */
  revision: string | null
  total_chars: number | null
  units: string | null
}

/**
 * One piece of evidence with the window. Of several that the id may mean, one that has the asked revision comes first,
 * then the order of `sourceIds`. Not executed here, so that its cost can be looked at.
 */
export function selectPassage(db: Kysely<DB>, artistId: string, window: PassageRequest) {
  const named = db
    .selectFrom('sources as s')
    .selectAll('s')
    .select(selectEvidenceStatus(artistId).as('status'))
    .where('s.artist_id', '=', artistId)
    .where(sql<boolean>`s.source_id = any(${window.sourceIds})`)
    .where('s.is_private', '=', false)
    .where('s.is_upload', '=', false)
  return db
    .selectFrom(named.as('s'))
    .leftJoin('source_revisions as r', (join) =>
      join
        .on('r.artist_id', '=', artistId)
        .onRef('r.source_id', '=', 's.source_id')
        .on('r.revision', '=', selectWantedRevision(artistId, window.revision))
        .on('s.status', '<>', 'withdrawn'),
    )
    .select(['s.source_id', 's.kind', 's.url', 's.evidence_kind', 's.speaker', 's.status', 's.published_at'])
    .select(['s.revision as current_revision', 'r.revision', 'r.total_chars', 'r.captured_at', 'r.truncated'])
    .select(selectWindow('r.text_utf16', window).as('units'))
    .where(sql<boolean>`s.status = any(${window.visibleStatuses})`)
    .orderBy(sql`r.revision is null`)
    .orderBy(sql`array_position(${window.sourceIds}::text[], s.source_id)`)
    .limit(1)
}

/** The text's own revision, or the current one, which the revision of a discovery's candidate also opens. */
const selectWantedRevision = (artistId: string, revision: string | undefined) =>
  revision === undefined
    ? sql<string>`s.revision`
    : sql<string>`case when exists (select from discoveries as d where d.artist_id = ${artistId} and d.source_id = s.source_id
        and d.revision = ${revision}) then s.revision else ${revision} end`

/**
 * What a caller may see. The research key sees only approved material. A reviewer of the artist also sees material that
 * waits for review, and learns that a source was withdrawn (interface, section 4.5).
 */
export const listReadableStatuses = (kind: EvidenceCaller['kind']): EvidenceStatus[] =>
  kind === 'research_key' ? ['approved'] : ['approved', 'pending', 'withdrawn']

/**
 * The identities that an evidence id may mean. A bare uuid names no kind: it is looked up as each of them, in this
 * order, so the caption of a post comes before its transcript.
 */
function listPossibleSourceIds(id: string): string[] {
  if (id.includes(':')) return [id]
  return [`discovery:${id}`, `vault:${id}`, `social:${id}:caption`, `social:${id}:transcript`]
}

/**
 * The text to read, or why there is none. Saved Lore and posts are read in their current revision only; a discovery in
 * every revision it ever had (interface, section 4.5, rules 1 and 2). Without stored text there is no original to
 * reopen.
 */
function chooseText(
  requestedRevision: string | undefined,
  { kind, status, current_revision, revision, total_chars: totalChars, units }: PassageRow,
): { revision: string; text: WindowText } | 'not_found' | 'evidence_changed' | 'revision_changed' | 'limit_exceeded' {
  if (status === 'withdrawn') return 'evidence_changed'
  if (current_revision === null) return 'not_found'
  if (kind !== 'discovery' && requestedRevision !== undefined && requestedRevision !== current_revision)
    return 'revision_changed'
  if (revision === null || totalChars === null || units === null) return 'not_found'
  return totalChars > textCharsMax ? 'limit_exceeded' : { revision, text: { text: decodeUnits(units), totalChars } }
}
