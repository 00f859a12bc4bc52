import { call } from '../api/call.ts'
import { everyPage } from '../api/pages.ts'
import { Refusal } from '../api/refusal.ts'
import type { Answered, Schemas } from '../api/shapes.ts'

export type Interview = Answered<'restoreInterview'>
export type Question = Schemas['Question']
export type Memory = { snapshotId: string; entries: Schemas['MemoryEntry'][] }

/** The whole mandatory memory of a sitting; read again from its beginning when it moves meanwhile. */
export async function readMemory(id: string, sitting: number): Promise<Memory> {
  for (let attempt = 1; ; attempt += 1) {
    const pages = await everyPage(async (cursor) => {
      const query = { sitting, maxChars: 20_000, ...(cursor === undefined ? {} : { cursor }) }
      const { snapshotId, entries, budget } = await call('readInterviewMemory', { path: { id }, query })
      return { snapshotId, entries, nextCursor: budget.nextCursor }
    })
    const [{ snapshotId } = { snapshotId: '' }] = pages
    if (pages.every((page) => page.snapshotId === snapshotId))
      return { snapshotId, entries: pages.flatMap((page) => page.entries) }
    if (attempt === 3) throw new Refusal('memory_changed', 'The mandatory memory keeps changing; read it again', 409)
  }
}

/** The ordinal that comes next, or undefined when the sitting takes no question now. */
export function nextOrdinal({ state, questions }: Schemas['Session']): number | undefined {
  if (state !== 'active' || questions.length >= 3 || questions.some(({ state }) => state === 'offered'))
    return undefined
  return questions.length + 1
}
