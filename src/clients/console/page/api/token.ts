/**
 * The access token, kept for this tab alone and gone with it. It is never part of an address, which histories and logs
 * would keep.
 */
const key = 'sittings.token'

export const getStoredToken = (): string | null => sessionStorage.getItem(key)
export const removeToken = (): void => sessionStorage.removeItem(key)
export const storeToken = (token: string): void => sessionStorage.setItem(key, token)

/**
 * Extracts a token from pasted text: itself, a header with it, or the JSON that the command line prints. Undefined when
 * there is none.
 */
export function extractToken(pasted: string): string | undefined {
  return /(?<![\w-])[\w-]+\.[\w-]+\.[\w-]+/.exec(pasted)?.[0]
}

/** The subject of a token, to keep users' drafts apart; only the service verifies it. */
export function decodeSubject(token: string): string {
  try {
    const part = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const bytes = Uint8Array.from(atob(part), (unit) => unit.charCodeAt(0))
    const { sub } = JSON.parse(new TextDecoder().decode(bytes))
    return typeof sub === 'string' ? sub : ''
  } catch {
    return ''
  }
}
