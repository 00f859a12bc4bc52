import type { AskedQuestion } from '../answers/join-history.ts'
import { type SittingGroup, toItem, toTitle } from '../answers/sittings.ts'
import type { Schemas } from '../api/shapes.ts'
import { nameSource, sourceKinds } from '../evidence/source-name.ts'
import type { View } from '../route.ts'

/** What a timeline shows, in the order of its lanes. */
export const kinds = { source: 'Sources', sitting: 'Sittings', answer: 'Answers', lore: 'Lore' } as const
export type TimelineKind = keyof typeof kinds

/** `at` is an instant, a day, a month or a year: as precise as it is known. It is null when nothing is known. */
export type TimelineEntry = {
  key: string
  kind: TimelineKind
  at: string | null
  what: string
  title: string
  /** Where it is shown; undefined when there is nothing to show. */
  place: { view: View; item: string } | undefined
}

export const toSittingEntries = (groups: readonly SittingGroup[]): TimelineEntry[] =>
  groups
    // Of a sitting without questions and without a date there is nothing to place.
    .filter(({ sitting, startedAt, questions }) => sitting !== null && (startedAt !== null || questions.length > 0))
    .map((group) => ({
      key: `sitting/${group.sitting}`,
      kind: 'sitting',
      at: group.startedAt,
      what: group.state === 'active' ? 'Sitting, active' : 'Sitting',
      title: `${toTitle(group)}: ${group.summary}`,
      place: { view: 'answers', item: toItem(group) },
    }))

export type SavedWording = Pick<Schemas['ResponseVersion'], 'savedAt'> & { revision: string }

/** The wordings of an answer; as long as they are not read, the current one alone. */
export function toAnswerEntries(asked: AskedQuestion, versions: readonly SavedWording[] | undefined): TimelineEntry[] {
  if (asked.answer === null) return []
  const wordings = versions ?? [{ savedAt: asked.answerUpdatedAt, revision: asked.revision }]
  const oldestFirst = wordings.toSorted((a, b) => (a.savedAt ?? '').localeCompare(b.savedAt ?? ''))
  return oldestFirst.map(({ savedAt, revision }, number) => ({
    key: `answer/${revision}`,
    kind: 'answer',
    at: savedAt,
    what: number === 0 ? 'Answer' : 'Answer, revised',
    title: asked.question,
    place: { view: 'answers', item: toItem(asked) },
  }))
}

export const toSourceEntries = (sources: readonly Schemas['Source'][]): TimelineEntry[] =>
  sources.map(({ sourceId, kind, eventDate, publishedAt, provenance, extraction, ...named }) => ({
    key: `source/${sourceId}`,
    kind: 'source',
    at: eventDate ?? publishedAt,
    what: [sourceKinds[kind], provenance.publisher].filter(Boolean).join(', '),
    title: nameSource({ kind, ...named }),
    place: extraction.storedChars > 0 ? { view: 'source', item: sourceId } : undefined,
  }))

export const toLoreEntries = (versions: readonly Schemas['LoreVersion'][]): TimelineEntry[] =>
  versions.map(({ number, revision, composedAt, chars }) => ({
    key: `lore/${revision}`,
    kind: 'lore',
    at: composedAt,
    what: 'Lore',
    title: `Version ${number}, ${chars.toLocaleString('en')} characters`,
    place: { view: 'lore', item: revision },
  }))
