import { type AuditObject, computeAuditHash } from '#src/text/revisions.ts'
import type { ArtistRow } from '../archive/rows.ts'
import type { AuditHead } from '../audit-heads.ts'
import type { Mismatch, Mismatches, VerificationContext } from './context.ts'

/** The artist's trail, link by link, which fills the index for the checks that follow. */
export async function* checkAuditTrail({ trail, createFinding, readRows }: VerificationContext): Mismatches {
  let before = chainStart
  for await (const event of readRows('audit_events')) {
    const what = findBrokenLink(before, event, computeHash)
    if (what !== undefined) yield createFinding('audit_events', event, what)
    before = event
    trail.add(event)
  }
}

/**
 * Undefined where content cannot be hashed or compared (a lone surrogate, unexpected JSON, an instant beyond a Date):
 * it was never stored by this service, and fits nothing.
 */
export function tryCompute<T>(compute: () => T): T | undefined {
  try {
    return compute()
  } catch {
    return undefined
  }
}

type Link = { seq: number; hash: string | null }

/** What the first event of a chain follows. */
export const chainStart: Link = { seq: 0, hash: null }

/** What of an event does not fit the one before it, or its own content. */
export function findBrokenLink<Event extends Link & { previous: string | null }>(
  before: Link,
  event: Event,
  computeHash: (event: Event) => string,
) {
  if (event.seq !== before.seq + 1) return `follows event ${before.seq}: ${before.seq + 1} is missing`
  if (event.previous !== before.hash) return 'does not name the event before it'
  return event.hash === tryCompute(() => computeHash(event)) ? undefined : 'its hash is not that of its content'
}

function computeHash({ artist_id: artistId, at, details, ...event }: ArtistRow<'audit_events'>): string {
  return computeAuditHash({ ...event, artistId, at: at.toISOString(), details: details as AuditObject['details'] })
}

/**
 * Checks the trail against heads saved outside the database: a writer of the whole database can forge consistent
 * revisions and chains, but not an event with the saved hash. The trail was verified link by link before.
 */
export function* checkAuditHeads(
  { trail, createFinding }: VerificationContext,
  heads: readonly AuditHead[],
): Generator<Mismatch> {
  let since = 'from its beginning on'
  for (const { seq, hash, at } of heads.toSorted((a, b) => a.seq - b.seq)) {
    const stored = trail.hashes.get(seq) ?? null
    if (stored === hash) {
      if (seq > 0) since = `after event ${seq}, which is the one that was kept`
      continue
    }
    const what =
      stored === null
        ? `is missing, and a head of ${at} was kept: the trail was cut off or rewritten`
        : `is not the event whose head was kept (${at}): the trail was rewritten`
    yield createFinding('audit_events', { seq }, `${what} ${since}`)
  }
}

/** Subjects that have a row. */
const subjectsOfRows = /^(entry|session|boundary|correction|candidate|lore|claim|profile|vault|social|discovery):/

/** Events whose rows are missing. */
export function* checkOrphanedEvents({ trail, createFinding }: VerificationContext): Generator<Mismatch> {
  for (const [subject, events] of trail.listUnused()) {
    const [first] = events
    const isRemovedClaim = subject.startsWith('claim:') && events.at(-1)?.details.state === 'removed'
    if (first === undefined || isRemovedClaim || !subjectsOfRows.test(subject)) continue
    yield createFinding('audit_events', { seq: first.seq }, `tells of ${subject}, which is not there`)
  }
}
