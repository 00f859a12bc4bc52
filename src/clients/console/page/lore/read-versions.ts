import { call } from '../api/call.ts'
import { readAllPages } from '../api/pages.ts'
import type { Schemas } from '../api/shapes.ts'

/** Every version of the Lore, the newest first. */
export async function readLoreVersions(id: string): Promise<Schemas['LoreVersion'][]> {
  const pages = await readAllPages((cursor) =>
    call('listArtistLoreVersions', {
      path: { id },
      query: { limit: 50, ...(cursor === undefined ? {} : { cursor }) },
    }),
  )
  return pages.flatMap(({ versions }) => versions)
}
