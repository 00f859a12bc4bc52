import type { Config } from '#src/config.ts'
import type { Catalog } from './catalog.ts'
import { createEmbeddingModel, type EmbeddingModel } from './embeddings.ts'
import type { Network } from './http/index.ts'
import { createLanguageModel, type Model } from './model.ts'
import { createMusicbrainzCatalog } from './musicbrainz.ts'
import { createWebPageReader, type PageReader } from './pages/index.ts'
import { sampleCatalog, samplePosts, sampleSearch, withSamplePages } from './samples.ts'
import { createApifyProvider } from './social/apify.ts'
import type { SocialProvider } from './social/index.ts'
import { createSearxngSearch, createTavilySearch, type WebSearch } from './web-search.ts'

/**
 * The external providers, one for each kind of question; undefined where none is set. Chosen by settings, or by a test.
 */
export type Providers = {
  social?: SocialProvider | undefined
  catalog?: Catalog | undefined
  search?: WebSearch | undefined
  /** Writes an overview above the composed Lore; without one there is none. */
  model?: Model | undefined
  /** Turns texts and queries into vectors; without one search is by words. */
  embeddings?: EmbeddingModel | undefined
  /** Reads the pages that were found; without one they are read from the web. */
  pages?: PageReader | undefined
  /** How external addresses are reached. A test's own; never set otherwise. */
  network?: Network | undefined
}

/** On a developer's machine samples replace providers that are not set; elsewhere nothing does. */
export function chooseProviders({ providers, environment }: Pick<Config, 'providers' | 'environment'>): Providers {
  const { social, catalog, model, embeddings } = providers
  const { apifyToken: token, apifyUrl } = social
  const { musicbrainzContact: contact, musicbrainzUrl } = catalog
  const samples = environment === 'development' ? developmentSamples : {}
  const web = createWebPageReader()
  return {
    social: token === undefined ? samples.social : createApifyProvider({ token, url: apifyUrl }),
    catalog: contact === undefined ? samples.catalog : createMusicbrainzCatalog({ contact, url: musicbrainzUrl }),
    search: chooseSearch(providers.search) ?? samples.search,
    model: isNamed(model) ? createLanguageModel(model) : undefined,
    embeddings: isNamed(embeddings) ? createEmbeddingModel(embeddings) : undefined,
    pages: environment === 'development' ? withSamplePages(web) : web,
  }
}

const developmentSamples: Providers = { social: samplePosts, catalog: sampleCatalog, search: sampleSearch }

/** Models have no sample: Lore and search are complete without one. An address has a name (../../config.ts). */
const isNamed = <T extends { url: string | undefined; name: string | undefined }>(
  endpoint: T,
): endpoint is T & { url: string; name: string } => endpoint.url !== undefined

/** The operator's own SearXNG before the paid service. */
function chooseSearch({ searxngUrl, tavilyKey, tavilyUrl }: Config['providers']['search']): WebSearch | undefined {
  if (searxngUrl !== undefined) return createSearxngSearch({ url: searxngUrl })
  return tavilyKey === undefined ? undefined : createTavilySearch({ url: tavilyUrl, key: tavilyKey })
}
