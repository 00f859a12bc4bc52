import { type AuditObject, revisionOfAudit } from '#src/text/revisions.ts'
import type { Row } from '../archive/rows.ts'
import type { Reading } from './context.ts'
import type { Findings } from './mismatch.ts'

export type Event = Pick<Row<'audit_events'>, 'seq' | 'action' | 'revision' | 'at'> & {
  details: AuditObject['details']
}

/** The events of a trail by what they tell of, each kind of row taking its own. */
export type Trail = {
  add(subject: string, event: Event): void
  /** The events about a subject in their order; they count as told from then on. */
  take(subject: string): Event[]
  /** The same without taking them. */
  look(subject: string): Event[]
  /** What nobody has taken. */
  left(): [subject: string, events: Event[]][]
}

export function emptyTrail(): Trail {
  const bySubject = new Map<string, Event[]>()
  return {
    add: (subject, event) => {
      const events = bySubject.get(subject)
      if (events === undefined) bySubject.set(subject, [event])
      else events.push(event)
    },
    take: (subject) => {
      const events = bySubject.get(subject) ?? []
      bySubject.delete(subject)
      return events
    },
    look: (subject) => bySubject.get(subject) ?? [],
    left: () => [...bySubject],
  }
}

/** The artist's trail, link by link up to its head; fills `trail` for the checks that follow. */
export async function* findingsInTrail(reading: Reading, trail: Trail): Findings {
  let seq = 0
  let head: string | null = null
  for await (const event of reading.rows('audit_events')) {
    const key = { seq: event.seq }
    seq += 1
    if (event.seq !== seq) yield reading.finding('audit_events', key, `follows event ${seq - 1}: ${seq} is missing`)
    if (event.previous !== head) yield reading.finding('audit_events', key, 'does not name the event before it')
    if (hashOf(event) !== event.hash) yield reading.finding('audit_events', key, 'its hash is not that of its content')
    seq = event.seq
    head = event.hash
    index(trail, event)
  }
  let isThere = false
  for await (const artist of reading.rows('artists')) {
    isThere = true
    if (artist.audit_seq !== seq || artist.audit_head !== head) {
      yield reading.finding(
        'artists',
        { id: artist.id },
        `its head is event ${artist.audit_seq}, and the trail ends with another`,
      )
    }
  }
  if (!isThere) yield reading.finding('artists', { id: reading.artistId }, 'is not there')
}

/** Events about things that are not there: their rows were removed. */
export async function* findingsInRest(reading: Reading, trail: Trail): Findings {
  for (const [subject, [event]] of trail.left()) {
    if (
      event === undefined ||
      !/^(entry|session|boundary|correction|candidate|lore|claim|profile|vault|social|discovery):/.test(subject)
    )
      continue
    yield reading.finding('audit_events', { seq: event.seq }, `tells of ${subject}, which is not there`)
  }
}

function hashOf({ artist_id: artistId, at, details, ...event }: Row<'audit_events'>): string {
  return revisionOfAudit({ ...event, artistId, at: at.toISOString(), details: details as AuditObject['details'] })
}

/** A finish tells of the question that it skipped as well. */
function index(trail: Trail, row: Row<'audit_events'>) {
  const event = { ...row, details: row.details as AuditObject['details'] }
  trail.add(row.subject, event)
  const { skipped } = event.details
  if (row.action === 'sitting.finished' && Array.isArray(skipped)) {
    for (const entryId of skipped) trail.add(`entry:${entryId}`, event)
  }
}
