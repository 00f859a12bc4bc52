import { call } from '../api/call.ts'
import { readAllPages } from '../api/pages.ts'
import { RequestError } from '../api/request-error.ts'
import type { OperationOutput, Schemas } from '../api/shapes.ts'

export type Interview = OperationOutput<'restoreInterview'>
export type Question = Schemas['Question']
export type MandatoryMemory = { snapshotId: string; entries: Schemas['MemoryEntry'][] }

/** The whole mandatory memory of a sitting; read again from its beginning when it changes in between. */
export async function readMandatoryMemory(id: string, sitting: number): Promise<MandatoryMemory> {
  for (let attempt = 1; ; attempt += 1) {
    const pages = await readAllPages(async (cursor) => {
      const query = { sitting, maxChars: 20_000, ...(cursor === undefined ? {} : { cursor }) }
      const { snapshotId, entries, budget } = await call('readInterviewMemory', { path: { id }, query })
      return { snapshotId, entries, nextCursor: budget.nextCursor }
    })
    const [{ snapshotId } = { snapshotId: '' }] = pages
    if (pages.every((page) => page.snapshotId === snapshotId))
      return { snapshotId, entries: pages.flatMap((page) => page.entries) }
    if (attempt === 3)
      throw new RequestError('memory_changed', 'The mandatory memory keeps changing; read it again', 409)
  }
}

/** The ordinal that comes next, or undefined when the sitting takes no question now. */
export function nextOrdinal({ state, questions }: Schemas['Session']): number | undefined {
  if (state !== 'active' || questions.length >= 3 || questions.some(({ state }) => state === 'offered'))
    return undefined
  return questions.length + 1
}
