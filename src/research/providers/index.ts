import type { Config } from '#src/config.ts'
import { chooseCatalog } from './catalog/choose.ts'
import type { Catalog } from './catalog/index.ts'
import { chooseEmbeddings } from './embeddings/choose.ts'
import type { EmbeddingModel } from './embeddings/index.ts'
import { withSamplePages } from './fixtures/pages.ts'
import type { Network } from './http/index.ts'
import { chooseModel } from './model/choose.ts'
import type { Model } from './model/index.ts'
import { createWebPageReader, type PageReader } from './pages/index.ts'
import { chooseProfiles } from './profiles/choose.ts'
import type { ProfileProvider } from './profiles/index.ts'
import { chooseSocial } from './social/choose.ts'
import type { SocialProvider } from './social/index.ts'
import { chooseWebSearch } from './web-search/choose.ts'
import type { WebSearch } from './web-search/index.ts'

/**
 * The external providers, one for each kind of question; undefined where none is set. Chosen by settings, or by a test.
 */
export type Providers = {
  social?: SocialProvider | undefined
  catalog?: Catalog | undefined
  profiles?: ProfileProvider | undefined
  search?: WebSearch | undefined
  /** Drafts Lore; without one it is composed here. */
  model?: Model | undefined
  /** Turns texts and queries into vectors; without one search is by words. */
  embeddings?: EmbeddingModel | undefined
  /** Reads the pages that were found; without one they are read from the web. */
  pages?: PageReader | undefined
  /** How external addresses are reached. A test's own; never set otherwise. */
  network?: Network | undefined
}

/** On a developer's machine samples replace providers that are not set; elsewhere nothing does. */
export const chooseProviders = ({ providers, environment }: Config): Providers => ({
  social: chooseSocial(providers.social, environment),
  catalog: chooseCatalog(providers.catalog, environment),
  profiles: chooseProfiles(providers.catalog, environment),
  search: chooseWebSearch(providers.search, environment),
  model: chooseModel(providers.model),
  embeddings: chooseEmbeddings(providers.embeddings),
  pages: environment === 'development' ? withSamplePages(createWebPageReader()) : createWebPageReader(),
})
