import { type AuditedSource, chooseTextCuration, toAuditedSource } from '#src/evidence/sources/audited-source.ts'
import { normalizePageUrl } from '#src/text/url/page-url.ts'
import { fromUtf16 } from '#src/text/utf16.ts'
import { formatTextSubject, type StoredEvent } from '../event-index.ts'
import type { Rule } from '../rule.ts'

/** A text that comes back keeps the instant of its first event. */
export const texts: Rule<'source_revisions'> = {
  table: 'source_revisions',
  getSubject: ({ source_id: sourceId, revision }) => formatTextSubject(sourceId, revision),
  revisionOf: 'source',
  complete: ({ text_utf16: text }) => ({ text: fromUtf16(text) }),
  getExpected: ({ text_utf16: text }, [captured]) => ({
    total_chars: text.length / 2,
    truncated: captured?.details.truncated,
    captured_at: captured?.at,
  }),
}

export const sources: Rule<'sources'> = {
  table: 'sources',
  getSubject: ({ source_id: sourceId }) => sourceId,
  deriveFacts: toAuditedSource,
  getExpected: ({ source_id: sourceId }, events, { trail }) => ({
    revision: events.findLast(({ revision }) => revision !== null)?.revision,
    // The text of a discovery is reviewed with its candidate.
    ...getAuditedSource(
      events,
      sourceId.startsWith('discovery:') ? trail.lookUp(sourceId.replace('discovery:', 'candidate:')) : events,
    ),
  }),
}

/** The row as its last event recorded it, with the decision of a later review. */
function getAuditedSource(events: readonly StoredEvent[], reviewed: readonly StoredEvent[]): Partial<AuditedSource> {
  const recorded = events.findLast(({ details }) => 'source' in details)
  if (recorded === undefined) return {}
  const audited = recorded.details.source as AuditedSource
  const review = reviewed.findLast(({ action, seq }) => action.endsWith('.reviewed') && seq > recorded.seq)
  return review === undefined ? audited : { ...audited, curation: chooseTextCuration(String(review.details.curation)) }
}

/** Of the chain of a candidate's reviews only the trail has the earlier ones. */
export const discoveries: Rule<'discoveries'> = {
  table: 'discoveries',
  getSubject: ({ id }) => `candidate:${id}`,
  revisionOf: 'candidate',
  complete: ({ id }) => ({ candidateId: id }),
  getExpected: (row, events, { trail }) => {
    const recorded = events.findLast(({ details }) => 'addressed' in details)
    const isAddressed = recorded?.details.addressed ?? row.canonical_url !== null
    return {
      revision: events.at(-1)?.revision,
      previous: events.at(-2)?.revision,
      canonical_url: isAddressed === true ? normalizePageUrl(row.url) : null,
      // Its text is the source that carries its id.
      source_id: trail.lookUp(`discovery:${row.id}`).length > 0 ? `discovery:${row.id}` : null,
      created_at: events[0]?.at,
    }
  },
}
