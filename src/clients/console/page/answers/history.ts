import { call } from '../api/call.ts'
import { readAllPages } from '../api/pages.ts'
import type { Schemas } from '../api/shapes.ts'
import { joinHistory } from './join-history.ts'
import { groupBySitting, type SittingGroup } from './sittings.ts'

/** Every question of the artist, open and skipped ones too, by the sitting in which it was asked. */
export async function readSittings(id: string): Promise<SittingGroup[]> {
  const [{ session }, entries] = await Promise.all([call('restoreInterview', { path: { id } }), readEntries(id)])
  return groupBySitting(joinHistory(entries), session)
}

async function readEntries(id: string): Promise<Schemas['HistoryEntry'][]> {
  const pages = await readAllPages(async (cursor) => {
    const query = { kind: 'answers' as const, limit: 50, maxChars: 20_000, ...(cursor === undefined ? {} : { cursor }) }
    const { entries, budget } = await call('listInterviewHistory', { path: { id }, query })
    return { entries, nextCursor: budget.nextCursor }
  })
  return pages.flatMap(({ entries }) => entries)
}
