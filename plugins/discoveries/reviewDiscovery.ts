import { sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Handler } from '#plugins/handler.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import type { DiscoveryCuration, DiscoveryDecision, DiscoveryIdentity } from '#src/contract/types.gen.ts'
import { isCurrentText } from '#src/evidence/references/eligible-sources.ts'
import { chooseTextCuration } from '#src/evidence/sources/audited-source.ts'
import { markCuration, saveSource } from '#src/evidence/sources/save.ts'
import { upsertJob } from '#src/queue/enqueue.ts'
import { type ArtistChange, changeArtist, prepareRead } from '#src/records/audit/change-artist.ts'
import { newReaders } from '#src/research/embed/queries.ts'
import { computeCandidateRevision, computeSourceRevision } from '#src/text/revisions.ts'
import { normalizePageUrl } from '#src/text/url/page-url.ts'
import { fromUtf16 } from '#src/text/utf16.ts'
import { type CandidateRow, candidateColumns, viewCandidate } from './views.ts'

/**
 * Decides about a candidate (operations, section 7). An approval makes its text or link eligible and queues a Lore
 * refresh in the same commit; a reopening takes a decision back, with the evidence that an approval made. The other
 * decisions keep the candidate from coming back by itself.
 */
export const reviewDiscovery: Handler<'reviewDiscovery'> = ({ path, body, caller }, { db, newId, providers }) => {
  const { id: artistId, candidateId } = path
  const { decision } = body
  // The record that an approval makes of a candidate.
  const promotedId = `vault:${candidateId}`
  const scope = findForReview({ caller, artistId, candidateId, promotedId })
  return changeArtist(db, scope, async (tx, { candidate: before, promotedRevision, ...uses }) => {
    if (before === null) throw new Problem('not_found')
    // The same decision is saved already: nothing else is checked, since the caller's wish is fulfilled.
    if (before.curation === curations[decision])
      return { status: 200, body: { status: 'ok', candidate: viewCandidate(before) } }
    if (before.curation !== 'pending' && decision !== 'reopen') throw new Problem('state_changed')
    if (before.revision !== body.revision) throw new Problem('revision_changed')
    const approves = decision === 'approve'
    if (approves && conflictsWithOtherUse(before, uses)) throw new Problem('link_conflict')

    const candidate = nextCandidate(artistId, before, decision)
    const { revision, curation, identity, source_id: sourceId } = candidate
    const promotion = approves ? await promote(tx, artistId, before, { promotedId, promotedRevision }) : undefined
    const details = { curation, identity, promoted: (promotion && promotedId) ?? null }
    tx.stage({ action: 'discovery.reviewed', subject: `candidate:${candidateId}`, revision, details })
    tx.write(
      db
        .updateTable('discoveries')
        .set({ curation, identity, revision, previous: before.revision })
        .where('artist_id', '=', artistId)
        .where('id', '=', candidateId)
        .compile(),
    )
    // The text follows the decision: a rejected one is no evidence, for whichever reason.
    if (sourceId !== null) tx.write(markCuration(db, artistId, [sourceId], chooseTextCuration(curation)).compile())
    if (promotion !== undefined) {
      tx.stage({ action: 'source.promoted', subject: promotedId, ...promotion })
    } else if (promotedRevision !== null && (approves || before.curation === 'approved')) {
      const details = { curation: approves ? ('approved' as const) : ('rejected' as const) }
      tx.stage({ action: 'source.reviewed', subject: promotedId, revision: null, details })
      tx.write(markCuration(db, artistId, [promotedId], details.curation).compile())
    }
    // A decision against a candidate that was never evidence changes nothing for those who read it.
    if (approves || before.curation === 'approved')
      tx.write(...newReaders(artistId, { newId, providers }).map(upsertJob))
    return { status: 200, body: { status: 'ok', candidate: viewCandidate(candidate) } }
  })
}

/**
 * What a review is decided on: the candidate, the addresses that serve the artist otherwise, and the text of the record
 * `promotedId`, which an earlier approval has made with the candidate's own address.
 */
const findForReview = prepareRead(
  (db, { artistId, candidateId, promotedId }: { artistId: string; candidateId: string; promotedId: string }) => {
    const candidate = db
      .selectFrom('discoveries')
      .select(candidateColumns)
      .where('artist_id', '=', artistId)
      .where('id', '=', candidateId)
    return [
      jsonObjectFrom(candidate).as('candidate'),
      sql<string[]>`array(select url from sources where artist_id = ${artistId} and kind = 'vault'
        and removed_at is null and url is not null and source_id <> ${promotedId})`.as('sourceUrls'),
      sql<string[]>`array(select url from artist_profiles
        where artist_id = ${artistId} and state = 'removed')`.as('removedUrls'),
      sql<string | null>`(select revision from sources
        where artist_id = ${artistId} and source_id = ${promotedId})`.as('promotedRevision'),
    ]
  },
)

const curations = {
  approve: 'approved',
  decline: 'declined',
  wrong_artist: 'wrong_artist',
  incorrect: 'incorrect',
  reopen: 'pending',
} as const satisfies Record<DiscoveryDecision, DiscoveryCuration>

/** An approval and `wrong_artist` say whom the candidate is about as well; a reopening leaves that open again. */
const identities: Partial<Record<DiscoveryDecision, DiscoveryIdentity>> = {
  approve: 'confirmed',
  wrong_artist: 'wrong_artist',
  reopen: 'unresolved',
}

/** The candidate once it is decided about. */
function nextCandidate(artistId: string, before: CandidateRow, decision: DiscoveryDecision): CandidateRow {
  const { id: candidateId, url, title, destination, reason, revision: previous } = before
  const reviewed = { curation: curations[decision], identity: identities[decision] ?? before.identity }
  const content = { url, title, destination, reason, ...reviewed }
  return { ...before, ...reviewed, revision: computeCandidateRevision({ artistId, candidateId, ...content, previous }) }
}

/**
 * Whether the address of a candidate serves the artist as something else already: as a record of the vault, or, where
 * it would be a link, as a page that the artist has removed.
 */
function conflictsWithOtherUse(
  { url, destination }: CandidateRow,
  { sourceUrls, removedUrls }: { sourceUrls: string[]; removedUrls: string[] },
): boolean {
  const address = normalizePageUrl(url)
  const used = destination === 'link' ? [...sourceUrls, ...removedUrls] : sourceUrls
  return address !== undefined && used.some((other) => normalizePageUrl(other) === address)
}

/**
 * What an approval makes of a candidate's text. Evidence is the vault's (operations, section 6), so the text is kept
 * there once more, under the candidate's own uuid; the discovery stays as it was found, readable in every revision.
 * Undefined where no text is stored, as of a link, or where the vault has it from an earlier approval.
 */
async function promote(
  { trx, now }: ArtistChange,
  artistId: string,
  { id: candidateId, source_id: discoveryId, title, url }: CandidateRow,
  { promotedId, promotedRevision }: { promotedId: string; promotedRevision: string | null },
) {
  if (discoveryId === null) return undefined
  const discovery = await trx
    .selectFrom('sources as s')
    .innerJoin('source_revisions as c', (join) => join.on(isCurrentText(artistId)))
    .select(['s.published_at', 's.publisher', 's.provider', 's.method', 's.evidence_kind', 's.speaker'])
    .select(['c.text_utf16', 'c.truncated'])
    .where('s.artist_id', '=', artistId)
    .where('s.source_id', '=', discoveryId)
    .executeTakeFirst()
  if (discovery === undefined) return undefined
  const { text_utf16, truncated, ...page } = discovery
  const text = fromUtf16(text_utf16)
  if (computeSourceRevision({ artistId, sourceId: promotedId, text }) === promotedRevision) return undefined
  const row = { kind: 'vault', curation: 'approved', title, url, ...page } as const
  const { revision, audited } = await saveSource(trx, { artistId, now }, { sourceId: promotedId, text, row, truncated })
  return { revision, details: { candidateId, chars: text.length, truncated, source: audited } }
}
