/** Names of the artists that were opened in this tab, by id; gone with the tab or the sign-out. */
const key = 'sittings.artists'

export const getRecentArtists = (): [id: string, name: string][] =>
  Object.entries(JSON.parse(sessionStorage.getItem(key) ?? '{}'))

export const storeRecentArtist = (id: string, name: string): void =>
  sessionStorage.setItem(key, JSON.stringify({ ...Object.fromEntries(getRecentArtists()), [id]: name }))

export const removeRecentArtists = (): void => sessionStorage.removeItem(key)
