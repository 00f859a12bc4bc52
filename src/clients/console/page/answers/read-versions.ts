import { call } from '../api/call.ts'
import { readAllPages } from '../api/pages.ts'
import type { Schemas } from '../api/shapes.ts'

/** Every wording an answer has had, the newest first. */
export async function readAnswerVersions(id: string, answerId: string): Promise<Schemas['ResponseVersion'][]> {
  const pages = await readAllPages((cursor) =>
    call('listInterviewResponseVersions', {
      path: { id, answerId },
      query: { limit: 20, ...(cursor === undefined ? {} : { cursor }) },
    }),
  )
  // Named by instants and not by the order of the listing, which is the service's own affair.
  return pages.flatMap(({ versions }) => versions).toSorted((a, b) => (b.savedAt ?? '').localeCompare(a.savedAt ?? ''))
}
