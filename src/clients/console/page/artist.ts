import { createContext } from 'preact'
import { useContext } from 'preact/hooks'

/** The artist whose interview the page shows. */
export const ArtistContext = createContext('')
export const useArtist = (): string => useContext(ArtistContext)
