import { sampleIdentities } from '#src/config/sample-identities.ts'
import type { Catalog } from './catalog.ts'
import type { PageReader } from './pages/index.ts'
import samples from './samples.json' with { type: 'json' }
import type { FoundPost, SocialProfile, SocialProvider } from './social/index.ts'
import type { WebSearch } from './web-search.ts'

/*
 * Providers of a developer's machine: posts, pages and releases of the fictional artist (samples.json). Every other
 * artist has none.
 */

const profile: SocialProfile = { platform: 'instagram', handle: 'maraquill' }

export const samplePosts: SocialProvider = {
  name: 'sample',
  listKnown: (artistId) => (artistId === sampleIdentities.artistId ? [profile] : []),
  start: async ({ handle }) => ({ runId: 'sample', datasetId: handle }),
  poll: async () => 'succeeded',
  collect: async ({ datasetId }) => {
    return { posts: datasetId === profile.handle ? (samples.posts as FoundPost[]) : [], more: false }
  },
}

export const sampleCatalog: Catalog = {
  name: 'sample',
  rateLimit: { name: 'sample', intervalMs: 0 },
  find: async ({ artistId, name }) => (artistId === sampleIdentities.artistId ? { catalogArtistId: name } : 'none'),
  listReleases: async () => {
    return { releases: samples.releases, listed: samples.releases.length, total: samples.releases.length }
  },
  // One of them is another person's.
  listProfiles: async () => ({ found: samples.profiles }),
}

/** Finds the sample pages by the artist's name. */
export const sampleSearch: WebSearch = {
  name: 'sample',
  isPaid: false,
  search: async (query) => {
    return { pages: /mara quill/i.test(query) ? samples.pages.map(({ url, title }) => ({ url, title })) : [] }
  },
}

/** Reads the sample pages that have a text; every other one is left to a real reader. */
export const withSamplePages = (web: PageReader): PageReader => ({
  read: async (url, signal) => {
    const page = samples.pages.find((one) => one.url === url)
    if (page === undefined || page.text === '') return await web.read(url, signal)
    const { title, publishedAt, text } = page
    return { state: 'ready', title, publishedAt, text, truncated: false, httpStatus: 200 }
  },
})
