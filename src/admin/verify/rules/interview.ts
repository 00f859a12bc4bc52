import { createNextRevision, createOfferedRevision, type EntryContent } from '#src/records/interview/entries.ts'
import type { ArtistRow } from '../../archive/rows.ts'
import { formatVersionSubject, isAnswer, type StoredEvent } from '../event-index.ts'
import { findAction, type Rule, toObject } from '../rule.ts'

type Entry = ArtistRow<'interview_entries'>

export const sessions: Rule<'interview_sessions'> = {
  table: 'interview_sessions',
  getSubject: ({ id }) => `session:${id}`,
  getExpected: (_row, events) => {
    const started = findAction(events, 'sitting.started')
    const finished = findAction(events, 'sitting.finished')
    return {
      sitting: started?.details.sitting,
      request_id: started?.details.requestId,
      created_at: started?.at,
      closed_at: finished?.at,
      state: finished === undefined ? 'active' : 'finished',
    }
  },
}

const buildEntrySubject = (entryId: string) => `entry:${entryId}`

/** The first event has the entry's place, the last one its state. An import adds no entry to a sitting. */
export const entries: Rule<'interview_entries'> = {
  table: 'interview_entries',
  getSubject: ({ id }) => buildEntrySubject(id),
  revisionOf: 'entry',
  complete: ({ id, citations }) => ({ entryId: id, references: citations }),
  getExpected: (entry, events) => {
    const [first, last] = [events[0], events.at(-1)]
    if (first === undefined || last === undefined) return {}
    const { offeredAt, ordinal, sessionId } = first.details
    const place = isImported(first)
      ? { offered_at: typeof offeredAt === 'string' ? new Date(offeredAt) : null, ordinal: null, session_id: null }
      : { offered_at: first.at, ordinal, session_id: sessionId }
    return { ...place, ...getState(entry, last) }
  },
}

function getState(entry: Entry, last: StoredEvent) {
  const { revision, seq, before, at } = last
  const state = isAnswer(last) ? 'answered' : before === undefined ? 'offered' : 'skipped'
  return {
    state,
    revision: revision ?? entry.revision,
    previous: getRevision(entry, before),
    answer: state === 'answered' ? entry.answer : null,
    saved_seq: state === 'answered' ? seq : null,
    answer_updated_at: state === 'offered' || isImported(last) ? null : at,
  }
}

const isImported = ({ action }: StoredEvent) => action === 'record.imported'

/** The entry's revision after an event; the finish has none of the questions that it skipped. */
function getRevision(entry: EntryContent, event: StoredEvent | undefined): string | null {
  if (event === undefined || isAnswer(event)) return event?.revision ?? null
  const revision = getRevision(entry, event.before)
  return (revision === null ? createOfferedRevision(entry) : createNextRevision({ ...entry, revision }, null)).revision
}

/** A version's revision covers the question, too. */
export const versions: Rule<'response_versions'> = {
  table: 'response_versions',
  getSubject: ({ entry_id: entryId, number }) => formatVersionSubject(buildEntrySubject(entryId), number),
  revisionOf: 'entry',
  complete: ({ entry_id: entryId, answer, previous }, { entries }) => {
    const entry = entries.get(entryId)
    return entry && { ...toObject(entry), references: entry.citations, state: 'answered', answer, previous }
  },
  getExpected: ({ entry_id: entryId }, [event], { entries }) => {
    const entry = entries.get(entryId)
    if (event === undefined || entry === undefined) return {}
    return {
      revision: event.revision,
      previous: getRevision(entry, event.before),
      saved_seq: event.seq,
      note: event.details.note,
      saved_at: isImported(event) ? null : event.at,
    }
  },
}

export const boundaries: Rule<'interview_boundaries'> = {
  table: 'interview_boundaries',
  getSubject: ({ id }) => `boundary:${id}`,
  revisionOf: 'boundary',
  complete: ({ id }) => ({ boundaryId: id }),
  getExpected: (_row, events) => {
    const saved = findAction(events, 'boundary.saved')
    return {
      revision: saved?.revision,
      request_id: saved?.details.requestId,
      entry_id: saved?.details.entryId,
      created_at: saved?.at,
      retracted_at: findAction(events, 'boundary.retracted')?.at,
    }
  },
}
