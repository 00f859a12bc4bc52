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
export type Place = { artistId: string | undefined; view: View }

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
export const isUuid = (text: string): boolean => uuid.test(text)

/** `#/<artist>/<view>`: what the address says of where one is. */
export function placeIn(hash: string): Place {
  const [, artistId = '', view = ''] = hash.split('/')
  return {
    artistId: isUuid(artistId) ? artistId.toLowerCase() : undefined,
    view: view in views ? (view as View) : 'sitting',
  }
}

export const hashOf = (artistId: string, view: View): string => `#/${artistId}/${view}`

export function usePlace(): Place {
  const [place, setPlace] = useState(() => placeIn(location.hash))
  useEffect(() => {
    const follow = () => setPlace(placeIn(location.hash))
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  return place
}
