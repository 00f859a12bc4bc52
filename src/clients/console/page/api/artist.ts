import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { type ArtistClient, createArtistClient } from '../../../typescript/index.ts'
import { client } from './client.ts'

/** The artist that the page is about. */
export type Artist = { id: string; name: string; api: ArtistClient }

export async function readArtist(id: string): Promise<Artist> {
  const { name } = await client.call('readArtistBrief', { path: { id } })
  return { id, name: name ?? 'Artist', api: createArtistClient(client, id) }
}

export const ArtistContext = createContext<Artist | undefined>(undefined)

/** @throws Error outside of the views of an artist */
export function useArtist(): Artist {
  const artist = useContext(ArtistContext)
  if (artist === undefined) throw new Error('No artist is chosen')
  return artist
}
