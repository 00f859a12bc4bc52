import type { ProviderSettings } from '#src/config/providers.ts'
import { createSamplePosts } from '../fixtures/posts.ts'
import type { ApifySettings } from './apify.ts'
import type { SocialProvider } from './index.ts'

/** Apify where there is a token. */
export function chooseSocial(settings: ProviderSettings['social'], environment: string): SocialProvider | undefined {
  const { apifyToken: token, apifyUrl: url, actors } = settings
  if (token !== undefined) return createLazyApifyProvider({ token, url, actors })
  return environment === 'development' ? createSamplePosts : undefined
}

/**
 * Loading its client takes a tenth of the time that the service needs to start, so it is loaded with the first
 * collection.
 */
function createLazyApifyProvider(settings: ApifySettings): SocialProvider {
  let loaded: Promise<SocialProvider> | undefined
  const loadProvider = () => {
    loaded ??= import('./apify.ts').then(({ createApifyProvider }) => createApifyProvider(settings))
    return loaded
  }
  return {
    name: 'apify',
    platforms: ['instagram', 'tiktok', 'x'],
    listKnown: () => [],
    start: async (...run) => (await loadProvider()).start(...run),
    poll: async (...run) => (await loadProvider()).poll(...run),
    collect: async (...run) => (await loadProvider()).collect(...run),
  }
}
