import { useEffect, useState } from 'preact/hooks'

/** The views of an artist, in the order in which they are shown. */
export const views = {
  sitting: 'Sitting',
  answers: 'Answers',
  boundaries: 'Boundaries',
  lore: 'Lore',
  research: 'Research',
  review: 'Review',
} as const

export type View = keyof typeof views
export type Route = { artistId: string | undefined; view: View }

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
export const isUuid = (text: string): boolean => uuid.test(text)

/** `#/<artist>/<view>`: the view that the address names. */
export function parseRoute(hash: string): Route {
  const [, artistId = '', view = ''] = hash.split('/')
  return {
    artistId: isUuid(artistId) ? artistId.toLowerCase() : undefined,
    view: view in views ? (view as View) : 'sitting',
  }
}

export const formatRoute = (artistId: string, view: View): string => `#/${artistId}/${view}`

export function useRoute(): Route {
  const [place, setPlace] = useState(() => parseRoute(location.hash))
  useEffect(() => {
    const follow = () => setPlace(parseRoute(location.hash))
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  return place
}
