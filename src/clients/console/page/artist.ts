import { createContext } from 'preact'
import { useContext } from 'preact/hooks'

/** The artist before whom one sits. */
export const Artist = createContext('')
export const useArtist = (): string => useContext(Artist)
