import type { ProviderSettings } from '#src/config/providers.ts'
import { createSampleSearch } from '../fixtures/pages.ts'
import type { WebSearch } from './index.ts'
import { createSearxngSearch } from './searxng.ts'
import { createTavilySearch } from './tavily.ts'
import { createWikipediaSearch } from './wikipedia.ts'

/** The operator's own SearXNG before the paid service; Wikipedia, which needs no setting, where neither is set. */
export function chooseWebSearch(settings: ProviderSettings['search'], environment: string): WebSearch | undefined {
  const { provider, searxngUrl, tavilyKey, tavilyUrl, wikipediaUrl, wikipediaContact: contact } = settings
  if (provider === 'none') return undefined
  if (provider === 'wikipedia') return createWikipediaSearch({ url: wikipediaUrl, contact })
  if (searxngUrl !== undefined) return createSearxngSearch({ url: searxngUrl })
  if (tavilyKey !== undefined) return createTavilySearch({ url: tavilyUrl, key: tavilyKey })
  return environment === 'development' ? createSampleSearch : createWikipediaSearch({ url: wikipediaUrl, contact })
}
