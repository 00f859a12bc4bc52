import { createContext } from 'preact'
import { useContext } from 'preact/hooks'

/** The artist whose interview the page shows. */
export const ArtistContext = createContext('')
export const useArtist = (): string => useContext(ArtistContext)

/** The artist's name; undefined until it is read. */
export const ArtistNameContext = createContext<string | undefined>(undefined)
/** The artist's name in a sentence. */
export const useArtistName = (): string => useContext(ArtistNameContext) ?? 'the artist'
