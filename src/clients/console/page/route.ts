import { useEffect, useState } from 'preact/hooks'

/** The views of an artist, by the names that they have in an address. */
export const views = {
  sitting: 'Sitting',
  answers: 'Answers',
  boundaries: 'Boundaries',
  lore: 'Lore',
  research: 'Research',
  review: 'Review',
  timeline: 'Timeline',
  source: 'Source',
  onboarding: 'Set up the page',
} as const

export type View = keyof typeof views

/** The views that have a tab, in the order in which they are shown. */
export const tabs: readonly View[] = [
  'sitting',
  'answers',
  'boundaries',
  'lore',
  'research',
  'review',
  'timeline',
  'onboarding',
]
/** A phone has no room for these in the row of tabs; they stand beside the artist's name there. */
export const tabsInWideRow: readonly View[] = ['timeline', 'onboarding']
export const tabLabels: Record<View, string> = { ...views, onboarding: 'Set up' }
export type Route = { artistId: string | undefined; view: View; item: string | undefined }
/** What a view gets of the address: the one thing in it that is shown, such as a sitting's number. */
export type ViewProps = { item: string | undefined }

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const isUuid = (text: string): boolean => uuid.test(text)

/** `#/<artist>/<view>`, or `#/<artist>/<view>/<item>`: what the address names. */
function parseRoute(hash: string): Route {
  const [, artistId = '', view = '', item = ''] = hash.split('/')
  return {
    artistId: isUuid(artistId) ? artistId.toLowerCase() : undefined,
    view: Object.hasOwn(views, view) ? (view as View) : 'sitting',
    item: item === '' ? undefined : decode(item),
  }
}

export const formatRoute = (artistId: string, view: View, item?: string): string =>
  `#/${artistId}/${view}${item === undefined ? '' : `/${encodeURIComponent(item)}`}`

/** An address that was typed or cut may hold a percent sign that encodes nothing. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

export function useRoute(): Route {
  const [place, setPlace] = useState(() => parseRoute(location.hash))
  useEffect(() => {
    const follow = () => setPlace(parseRoute(location.hash))
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  return place
}
