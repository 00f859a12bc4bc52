import { sample } from '#src/developer-machine.ts'
import type { Catalog, FoundRelease } from '../catalog/index.ts'

/** Releases of the fictional artist, for a machine where nobody real is asked. Every other artist has none. */
export const sampleReleases: Catalog = {
  name: 'sample',
  pace: null,
  linked: () => undefined,
  find: async ({ artistId, name }) => (artistId === sample.artistId ? { catalogArtistId: name } : 'none'),
  list: async () => ({ releases: [...releases], listed: releases.length, total: releases.length }),
}

const release = (releaseId: string, title: string, type: string, releasedOn: string): FoundRelease => ({
  ...{ releaseId, title, type, releasedOn },
  url: `https://brack-records.example/releases/${releaseId}`,
})

/** As the texts of the samples tell of them. */
const releases: readonly FoundRelease[] = [
  release('rope-and-lantern', 'Rope and Lantern', 'Album', '2013'),
  release('slack-water', 'Slack Water', 'EP', '2016'),
  release('low-water', 'Low Water', 'Album', '2022'),
  release('salt-ledger', 'Salt Ledger', 'Album', '2026-09-18'),
]
