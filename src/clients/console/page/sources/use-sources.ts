import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { listAll } from '../../../typescript/index.ts'
import { client, type LoadState, type Schemas } from '../api/index.ts'

/** Every source that may be quoted, as the contract lists it. */
export const readSources = (id: string): Promise<Schemas['Source'][]> =>
  listAll(client, 'listArtistSources', { path: { id }, query: { limit: 50 } })

/** Read once for all views of an artist: each passage is shown under the name of its source. */
export const SourcesContext = createContext<LoadState<Schemas['Source'][]> | undefined>(undefined)

/** @throws Error outside of the views of an artist */
export function useSources(): LoadState<Schemas['Source'][]> {
  const sources = useContext(SourcesContext)
  if (sources === undefined) throw new Error('No artist is chosen')
  return sources
}
