import type { Config } from '#src/config.ts'
import { type Catalog, chooseCatalog } from './catalog/index.ts'
import type { Network } from './http/index.ts'
import { chooseSocial, type SocialProvider } from './social/index.ts'

/** Who is asked outside, one a kind of question; undefined where nobody is. Chosen by settings, or by a test. */
export type Providers = {
  social?: SocialProvider | undefined
  catalog?: Catalog | undefined
  /** How addresses that were found outside are reached. A test's own; never set otherwise. */
  network?: Network | undefined
}

/** On a developer's machine a sample stands in for whoever is not set; elsewhere nobody does. */
export const chooseProviders = ({ providers, environment }: Config): Providers => ({
  social: chooseSocial(providers.social, environment),
  catalog: chooseCatalog(providers.catalog, environment),
})
