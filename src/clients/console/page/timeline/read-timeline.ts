import { readSittings } from '../answers/history.ts'
import { call } from '../api/call.ts'
import { readAllPages } from '../api/pages.ts'
import { readLoreVersions } from '../lore/read-versions.ts'

/** What the artist's timeline is made of, but for the earlier wordings of the answers. */
export async function readTimeline(id: string) {
  const [groups, sources, loreVersions] = await Promise.all([readSittings(id), readSources(id), readLoreVersions(id)])
  return { groups, sources, loreVersions }
}

async function readSources(id: string) {
  const pages = await readAllPages(async (cursor) => {
    const query = { limit: 50, ...(cursor === undefined ? {} : { cursor }) }
    const { sources, budget } = await call('listArtistSources', { path: { id }, query })
    return { sources, nextCursor: budget.nextCursor }
  })
  return pages.flatMap(({ sources }) => sources)
}
