import { useLayoutEffect, useState } from 'preact/hooks'
import { client, useLoad } from '../api/index.ts'

export const views = {
  interview: 'Interview',
  answers: 'Answers',
  page: 'Your page',
  boundaries: 'Boundaries',
  sources: 'Sources',
  setup: 'Set up',
} as const

export type View = keyof typeof views
export type Route = { artistId: string | undefined; view: View | undefined; item: string | undefined }
/** What a view gets of the address: the one thing in it that is shown, such as a version. */
export type ViewProps = { item: string | undefined }

/** `#/<artist>/<view>`, or `#/<artist>/<view>/<item>`: what the address names. */
function parseRoute(hash: string): Route {
  const [, artistId, view = '', item] = /^#\/([0-9a-f-]{36})(?:\/(\w+))?(?:\/([\w-]+))?$/i.exec(hash) ?? []
  return { artistId: artistId?.toLowerCase(), view: Object.hasOwn(views, view) ? (view as View) : undefined, item }
}

export const formatRoute = (artistId: string, view?: View, item?: string): string =>
  ['#', artistId, view, item].filter((part) => part !== undefined).join('/')

export function useRoute(): Route {
  const [route, setRoute] = useState(() => parseRoute(location.hash))
  useLayoutEffect(() => {
    addEventListener('hashchange', () => setRoute(parseRoute(location.hash)))
  }, [])
  return route
}

/** Leads to another address without a step back to this one, unless the user has gone on to a view by now. */
export function replaceRoute(hash: string): void {
  if (parseRoute(location.hash).view !== undefined) return
  history.replaceState(null, '', hash)
  dispatchEvent(new HashChangeEvent('hashchange'))
}

type Props = { artistId: string; name: string | undefined; view: View | undefined }

export function Navigation({ artistId, name = '…', view }: Props) {
  const mine = useLoad(() => client.call('listMyArtists', { query: { limit: 2 } }), [])
  const { artists = [], administrator = false } = mine.data ?? {}
  return (
    <nav class="views" aria-label="Views of the artist">
      <p>
        <strong>{name}</strong> {(administrator || artists.length > 1) && <a href="#/">Change artist</a>}
      </p>
      <ul>
        {Object.entries(views).map(([one, label]) => (
          <li key={one}>
            <a href={formatRoute(artistId, one as View)} aria-current={one === view ? 'page' : undefined}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
