import type { Schemas } from '../api/shapes.ts'

/** A question of the artist in its current revision, with its answer where there is one. */
export type AskedQuestion = {
  id: string
  revision: string
  state: Schemas['QuestionState']
  sitting: number | null
  offeredAt: string | null
  answerUpdatedAt: string | null
  source: Schemas['ResponseSource'] | null
  references: Schemas['Reference'][]
  question: string
  answer: string | null
}

/** The questions of a listing, in its order; a text that was cut at the end of a page is whole again. */
export function joinHistory(entries: readonly Schemas['HistoryEntry'][]): AskedQuestion[] {
  const byId = new Map<string, AskedQuestion>()
  for (const {
    entryId,
    answerState,
    fields,
    revision,
    sitting,
    offeredAt,
    answerUpdatedAt,
    source,
    references,
  } of entries) {
    if (answerState === null) continue
    const facts = { id: entryId, revision, state: answerState, sitting, offeredAt, answerUpdatedAt, source, references }
    const asked = byId.get(entryId) ?? { ...facts, question: '', answer: null }
    byId.set(entryId, asked)
    for (const { field, text } of fields) {
      if (text === null) continue
      if (field === 'question') asked.question += text
      if (field === 'answer') asked.answer = (asked.answer ?? '') + text
    }
  }
  return [...byId.values()]
}
