import { decodeSubject, getStoredToken } from '../api/token.ts'

/**
 * Whether this user has opened the conversation in this browser. The state that the service tells begins with the first
 * step that is done; without this a reload before would ask to begin again.
 */
const keyOf = (artistId: string) => `sittings.onboarding/${decodeSubject(getStoredToken() ?? '')}/${artistId}`

export const hasBegunHere = (artistId: string): boolean => localStorage.getItem(keyOf(artistId)) !== null

export const forgetBegin = (artistId: string): void => localStorage.removeItem(keyOf(artistId))

/** A browser that keeps nothing asks to begin again, which loses nothing either. */
export function storeBegin(artistId: string): void {
  try {
    localStorage.setItem(keyOf(artistId), 'begun')
  } catch {}
}
