import { createContext } from 'preact'
import { useContext } from 'preact/hooks'

/** The artist before whom one sits. */
export const ArtistContext = createContext('')
export const useArtist = (): string => useContext(ArtistContext)
