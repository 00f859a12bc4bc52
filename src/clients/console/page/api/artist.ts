import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { type ArtistClient, createArtistClient } from '../../../typescript/index.ts'
import { client, listAll, type Schemas } from './client.ts'
import type { LoadState } from './hooks.ts'

/** The artist that the page is about; the sources are read once for all views. */
export type Artist = { id: string; name: string; api: ArtistClient; sources: LoadState<Schemas['Source'][]> }

export async function readArtist(id: string) {
  const [{ name }, { complete: isPublished }] = await Promise.all([
    client.call('readArtistBrief', { path: { id } }),
    client.call('readOnboardingState', { path: { artistId: id } }),
  ])
  return { id, name: name ?? 'Artist', isPublished, api: createArtistClient(client, id) }
}

export const readSources = (id: string) => listAll(client, 'listArtistSources', { path: { id }, query: { limit: 50 } })

export const ArtistContext = createContext<Artist | undefined>(undefined)

/** @throws Error outside of the views of an artist */
export function useArtist(): Artist {
  const artist = useContext(ArtistContext)
  if (artist === undefined) throw new Error('No artist is chosen')
  return artist
}
