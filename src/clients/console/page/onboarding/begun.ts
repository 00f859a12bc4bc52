import { decodeSubject, getStoredToken } from '../api/token.ts'

/**
 * Whether this user has opened the conversation in this browser. The service has no state of it before the first step
 * is done; without this entry a reload before that would ask to begin again.
 */
const buildKey = (artistId: string) => `sittings.onboarding/${decodeSubject(getStoredToken() ?? '')}/${artistId}`

export const hasBegunHere = (artistId: string): boolean => localStorage.getItem(buildKey(artistId)) !== null

export const forgetBegin = (artistId: string): void => localStorage.removeItem(buildKey(artistId))

/** A browser that keeps nothing asks to begin again, which loses nothing either. */
export function storeBegin(artistId: string): void {
  try {
    localStorage.setItem(buildKey(artistId), 'begun')
  } catch {}
}
