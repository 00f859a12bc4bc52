import { type Kysely, type RawBuilder, sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import { type ArtistScope, selectAuthorization, selectIfAuthorized } from '#src/auth/artist-authorization.ts'
import { type BoundQuery, prepareInsert, prepareQuery } from '#src/database/prepared-query.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { chooseTextCuration, toAuditedSource } from '#src/evidence/sources/audited-source.ts'
import { type AuditEvent, selectChainHead } from '#src/records/audit/events.ts'
import { computeSourceRevision, type Revision } from '#src/text/revisions.ts'
import { fromUtf16 } from '#src/text/utf16.ts'
import { type CandidateRow, candidateColumns, findDiscovery } from './queries.ts'
import type { AddressUse } from './rules.ts'

/**
 * The record of the vault that an approved discovery becomes: the same text under an identity that can be cited and
 * searched.
 */
export type Promotion = {
  sourceId: string
  revision: Revision
  text: string
  discovery: NonNullable<Awaited<ReturnType<typeof findDiscovery>>>
}

/**
 * What an approval makes of a candidate's text. Evidence is the vault's (operations, section 6), so the text is kept
 * there once more, under the candidate's own uuid; the discovery stays as it was found, readable in every revision.
 * Undefined for a link.
 */
export async function buildPromotion(
  db: Kysely<DB>,
  artistId: string,
  { id, destination, source_id }: CandidateRow,
): Promise<Promotion | undefined> {
  if (destination === 'link' || source_id === null) return undefined
  const discovery = await findDiscovery(db, artistId, source_id)
  if (discovery === undefined) return undefined
  const sourceId = buildPromotedId(id)
  const text = fromUtf16(discovery.text_utf16)
  return { sourceId, text, revision: computeSourceRevision({ artistId, sourceId, text }), discovery }
}

/** The record that an approval makes of a candidate. */
export const buildPromotedId = (candidateId: string): string => `vault:${candidateId.toLowerCase()}`

/** What describes the record: what is known of the page, and that it was approved. */
export function toVaultRow({ title, url }: CandidateRow, { discovery }: Promotion, now: Date | string) {
  const { published_at, publisher, provider, method, evidence_kind, speaker } = discovery
  const page = { title, url, published_at, publisher, provider, method, evidence_kind, speaker }
  return { kind: 'vault', curation: 'approved', ingested_at: now, ...page }
}

/** What the event of a promotion says of the record. */
export const buildPromotionDetails = (candidate: CandidateRow, promotion: Promotion, now: Date) => ({
  candidateId: candidate.id,
  chars: promotion.text.length,
  truncated: promotion.discovery.truncated,
  source: toAuditedSource(toVaultRow(candidate, promotion, now)),
})

/** `promotedId`: the record that an approval of the candidate makes. */
type ForCandidate = ArtistScope & { candidateId: string; promotedId: string }

/** What a review is decided on. */
export const findForReview = prepareQuery((db, params: ForCandidate) => reviewState(db, params).compile())

/** The same with every address of the artist that an approval must not collide with. */
export const findForApproval = prepareQuery((db, params: ForCandidate) =>
  reviewState(db, params)
    .select(selectIfAuthorized([selectAddressUses(params.artistId, params.promotedId).as('uses')]))
    .compile(),
)

function reviewState(db: Kysely<DB>, { caller, artistId, candidateId, promotedId }: ForCandidate) {
  const candidate = db
    .selectFrom('discoveries')
    .select(candidateColumns)
    .where('artist_id', '=', artistId)
    .where('id', '=', candidateId)
    .$castTo<CandidateRow>()
  const promoted = db
    .selectFrom('sources')
    .select('source_id')
    .where('artist_id', '=', artistId)
    .where('source_id', '=', promotedId)
  return selectChainHead(selectAuthorization(db, caller, artistId), artistId).select(
    selectIfAuthorized([jsonObjectFrom(candidate).as('candidate'), promoted.as('promoted')]),
  )
}

/** Addresses in use, except that of the record which an earlier approval of the same candidate made. */
const selectAddressUses = (artistId: string, ownId: string): RawBuilder<AddressUse[]> => sql`(
  select coalesce(json_agg(used), '[]') from (
    select 'source' as kind, url from sources
    where artist_id = ${artistId} and kind = 'vault' and removed_at is null and url is not null and source_id <> ${ownId}
    union all
    select 'removed_profile', url from artist_profiles where artist_id = ${artistId} and state = 'removed') as used)`

/**
 * The decision: the candidate's new state, and its text, which follows it: a rejected one is no evidence, for whichever
 * reason.
 */
export function markReviewed(
  before: CandidateRow,
  after: CandidateRow,
  { artistId }: AuditEvent,
): BoundQuery<unknown>[] {
  const { id, curation, identity, revision, source_id: sourceId } = after
  return [
    updateCandidate({ artistId, id, curation, identity, revision, previous: before.revision }),
    ...(sourceId === null ? [] : [markText(artistId, sourceId, chooseTextCuration(curation))]),
  ]
}

/** Sets whether a text is evidence. */
export const markText = (artistId: string, sourceId: string, curation: string): BoundQuery<unknown> =>
  updateText({ artistId, sourceId, curation })

type Decision = Pick<CandidateRow, 'id' | 'curation' | 'identity' | 'revision'> & { artistId: string; previous: string }

const updateCandidate = prepareQuery((db, decision: Decision) =>
  db
    .updateTable('discoveries')
    .set({
      curation: decision.curation,
      identity: decision.identity,
      revision: decision.revision,
      previous: decision.previous,
    })
    .where('artist_id', '=', decision.artistId)
    .where('id', '=', decision.id)
    .compile(),
)

const updateText = prepareQuery((db, text: { artistId: string; sourceId: string; curation: string }) =>
  db
    .updateTable('sources')
    .set({ curation: text.curation })
    .where('artist_id', '=', text.artistId)
    .where('source_id', '=', text.sourceId)
    .compile(),
)

/** Stores the record of the vault that an approval makes, with its text. */
export function insertPromotion(after: CandidateRow, promotion: Promotion, event: AuditEvent): BoundQuery<unknown>[] {
  const { artistId: artist_id, instant } = event
  const { sourceId: source_id, revision, text, discovery } = promotion
  const key = { artist_id, source_id, revision }
  const { text_utf16, truncated } = discovery
  return [
    insertSource({ ...key, ...toVaultRow(after, promotion, instant) }),
    insertText({ ...key, captured_at: instant, text_utf16, total_chars: text.length, truncated }),
  ]
}

const insertSource = prepareInsert('sources', [
  'artist_id',
  'source_id',
  'revision',
  'kind',
  'curation',
  'ingested_at',
  'title',
  'url',
  'published_at',
  'publisher',
  'provider',
  'method',
  'evidence_kind',
  'speaker',
])

const insertText = prepareInsert('source_revisions', [
  'artist_id',
  'source_id',
  'revision',
  'captured_at',
  'text_utf16',
  'total_chars',
  'truncated',
])
