import { type Client, listAll, type Schemas } from '../../../typescript/index.ts'

type Entry = Schemas['HistoryEntry']

export type AskedQuestion = Pick<Entry, 'revision' | 'sitting' | 'offeredAt' | 'answerUpdatedAt' | 'source'> & {
  id: string
  state: Schemas['QuestionState']
  references: Schemas['Reference'][]
  question: string
  answer: string | null
}

/** The question of a boundary that is about no question (contract, saveInterviewBoundary): it was never asked. */
export const generalKey = 'general'

/** Every question of the artist, open and skipped ones too, the newest first. */
export async function readHistory(client: Client, id: string): Promise<AskedQuestion[]> {
  const query = { kind: 'answers', limit: 50, maxChars: 20_000 } as const
  return joinHistory(await listAll(client, 'listInterviewHistory', { path: { id }, query }))
}

/** The questions of a listing, in its order; a text that was cut at the end of a page is whole again. */
export function joinHistory(entries: readonly Entry[]): AskedQuestion[] {
  const byId = new Map<string, AskedQuestion>()
  for (const { entryId: id, answerState: state, questionKey, fields, ...facts } of entries) {
    if (state === null || questionKey === generalKey) continue
    const asked = byId.get(id) ?? { ...facts, id, state, question: '', answer: null }
    byId.set(id, asked)
    for (const { field, text } of fields) {
      if (text === null) continue
      if (field === 'question') asked.question += text
      if (field === 'answer') asked.answer = (asked.answer ?? '') + text
    }
  }
  return [...byId.values()]
}
