import type { AuditObject } from '#src/text/revisions.ts'
import type { ArtistRow } from '../archive/rows.ts'

export type StoredEvent = Pick<ArtistRow<'audit_events'>, 'seq' | 'action' | 'revision' | 'at'> & {
  details: AuditObject['details']
  /** The event before it of the same subject. */
  before: StoredEvent | undefined
}

/** The subject of a text, or of a numbered version, for which its event has the subject of the whole. */
export const formatTextSubject = (sourceId: string, revision: string) => `${sourceId}@${revision}`
export const formatVersionSubject = (subject: string, number: number) => `${subject}#${number}`

/** A trail's events by the subject of a row; each check takes those of its rows. */
export class EventIndex {
  /** By the number of the event. */
  readonly hashes = new Map<number, string>()
  readonly #bySubject = new Map<string, StoredEvent[]>()
  readonly #taken = new Set<string>()
  readonly #versions = new Map<string, number>()

  /** Also under the rows that the event is about without naming them: a text, a version, what a finish has skipped. */
  add(row: ArtistRow<'audit_events'>): void {
    const { seq, hash, subject, revision } = row
    this.hashes.set(seq, hash)
    const event = this.#append(subject, row)
    if (/^(vault|social|discovery):/.test(subject) && revision !== null)
      this.#share(formatTextSubject(subject, revision), event)
    if (isVersion(subject, event)) {
      const number = (this.#versions.get(subject) ?? 0) + 1
      this.#versions.set(subject, number)
      this.#share(formatVersionSubject(subject, number), event)
    }
    const { skipped } = event.details
    if (!Array.isArray(skipped)) return
    for (const entryId of skipped) this.#append(`entry:${entryId}`, row)
  }

  /** The events of a subject in order, which count as checked from then on. */
  take(subject: string): readonly StoredEvent[] {
    this.#taken.add(subject)
    return this.lookUp(subject)
  }

  /** The same without marking them checked. */
  lookUp(subject: string): readonly StoredEvent[] {
    return this.#bySubject.get(subject) ?? []
  }

  /** Events that no check has taken. */
  listUnused(): [subject: string, events: readonly StoredEvent[]][] {
    return [...this.#bySubject].filter(([subject]) => !this.#taken.has(subject))
  }

  #append(subject: string, { seq, action, revision, at, details }: ArtistRow<'audit_events'>): StoredEvent {
    const before = this.lookUp(subject).at(-1)
    const event = { seq, action, revision, at, details: details as AuditObject['details'], before }
    this.#share(subject, event)
    return event
  }

  #share(subject: string, event: StoredEvent): void {
    const events = this.#bySubject.get(subject)
    if (events === undefined) this.#bySubject.set(subject, [event])
    else events.push(event)
  }
}

/** Whether an event has left a version of a correction, or of an answer. */
function isVersion(subject: string, event: StoredEvent): boolean {
  return subject.startsWith('correction:') ? isCorrectionVersion(event) : isAnswer(event)
}

/** Retracting a correction adds no version. */
export const isCorrectionVersion = ({ action }: StoredEvent) => action !== 'correction.retracted'

/** An imported entry is an answer with its first version, or the open question of an earlier system. */
export const isAnswer = ({ action, details }: StoredEvent) =>
  action === 'answer.saved' || action === 'answer.revised' || (action === 'record.imported' && details.number === 1)
