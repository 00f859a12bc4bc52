import { type AuditObject, computeAuditHash } from '#src/text/revisions.ts'
import type { ArtistRow } from '../archive/rows.ts'
import type { Mismatches, VerificationContext } from './context.ts'
import { isAbsent } from './heads.ts'

export type StoredEvent = Pick<ArtistRow<'audit_events'>, 'seq' | 'action' | 'revision' | 'at'> & {
  details: AuditObject['details']
}

/** A trail's events by subject; each check takes those of its rows. */
export type EventIndex = {
  add(subject: string, event: StoredEvent): void
  /** The events of a subject in order, which count as checked from then on. */
  take(subject: string): StoredEvent[]
  /** The same without marking them checked. */
  lookUp(subject: string): StoredEvent[]
  /** Events that no check has taken. */
  listUnused(): [subject: string, events: StoredEvent[]][]
}

export function createEventIndex(): EventIndex {
  const bySubject = new Map<string, StoredEvent[]>()
  const taken = new Set<string>()
  const lookUp = (subject: string) => bySubject.get(subject) ?? []
  return {
    add: (subject, event) => {
      const events = bySubject.get(subject)
      if (events === undefined) bySubject.set(subject, [event])
      else events.push(event)
    },
    take: (subject) => {
      taken.add(subject)
      return lookUp(subject)
    },
    lookUp,
    listUnused: () => [...bySubject].filter(([subject]) => !taken.has(subject)),
  }
}

/** The artist's trail, link by link; fills `trail` for the checks that follow. */
export async function* checkAuditTrail(reading: VerificationContext, trail: EventIndex): Mismatches {
  let seq = 0
  let head: string | null = null
  for await (const event of reading.readRows('audit_events')) {
    const toFinding = (what: string) => reading.createFinding('audit_events', event, what)
    seq += 1
    if (event.seq !== seq) yield toFinding(`follows event ${seq - 1}: ${seq} is missing`)
    if (event.previous !== head) yield toFinding('does not name the event before it')
    if (computeHash(event) !== event.hash) yield toFinding('its hash is not that of its content')
    seq = event.seq
    head = event.hash
    index(trail, event)
  }
  if (await isAbsent(reading.db, reading.artistId)) yield reading.createFinding('artists', {}, 'is not there')
}

/** Events whose rows are missing. */
export async function* checkOrphanedEvents(reading: VerificationContext, trail: EventIndex): Mismatches {
  for (const [subject, events] of trail.listUnused()) {
    const [event] = events
    if (
      event === undefined ||
      !/^(entry|session|boundary|correction|correctionVersion|candidate|lore|claim|profile|vault|social|discovery):/.test(
        subject,
      )
    )
      continue
    if (subject.startsWith('claim:') && events.at(-1)?.details.state === 'removed') continue
    yield reading.createFinding('audit_events', { seq: event.seq }, `tells of ${subject}, which is not there`)
  }
}

function computeHash({ artist_id: artistId, at, details, ...event }: ArtistRow<'audit_events'>): string {
  return computeAuditHash({ ...event, artistId, at: at.toISOString(), details: details as AuditObject['details'] })
}

/** Retracting a correction adds no version. */
export const isCorrectionVersion = ({ action }: Pick<StoredEvent, 'action'>) => action !== 'correction.retracted'

export const formatVersionSubject = (correctionId: string, number: number) =>
  `correctionVersion:${correctionId}:${number}`

/** The event of a finish is also one of the question that it skipped, one of a correction that of its next version. */
function index(trail: EventIndex, row: ArtistRow<'audit_events'>) {
  const event = { ...row, details: row.details as AuditObject['details'] }
  trail.add(row.subject, event)
  const [kind, id = ''] = row.subject.split(':')
  if (kind === 'correction' && isCorrectionVersion(row))
    trail.add(formatVersionSubject(id, trail.lookUp(row.subject).filter(isCorrectionVersion).length), event)
  const { skipped } = event.details
  if (row.action === 'sitting.finished' && Array.isArray(skipped)) {
    for (const entryId of skipped) trail.add(`entry:${entryId}`, event)
  }
}
