import type { ProviderSettings } from '#src/config/providers.ts'
import { sampleSearch } from '../fixtures/pages.ts'
import type { WebSearch } from './index.ts'
import { searxng } from './searxng.ts'
import { tavily } from './tavily.ts'
import { wikipedia } from './wikipedia.ts'

/** The operator's own SearXNG before the paid service; Wikipedia, which needs no setting, where neither is set. */
export function chooseWebSearch(settings: ProviderSettings['search'], environment: string): WebSearch | undefined {
  const { provider, searxngUrl, tavilyKey, tavilyUrl, wikipediaUrl, wikipediaContact: contact } = settings
  if (provider === 'none') return undefined
  if (provider === 'wikipedia') return wikipedia({ url: wikipediaUrl, contact })
  if (searxngUrl !== undefined) return searxng({ url: searxngUrl })
  if (tavilyKey !== undefined) return tavily({ url: tavilyUrl, key: tavilyKey })
  return environment === 'development' ? sampleSearch : wikipedia({ url: wikipediaUrl, contact })
}
