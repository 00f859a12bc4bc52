import { client, useLoad, usePolling } from '../api/index.ts'
import { formatRoute, type View, views } from './route.ts'

type Props = { artistId: string; name: string | undefined; view: View | undefined }

/** Between two looks at a page that is being composed; a view that is opened looks at once. */
const pollMs = 4_000

/** The artist and the views; in every view but the page's own, that the page is being composed. */
export function Navigation({ artistId, name, view }: Props) {
  const lore = useLoad(() => client.call('readArtistLore', { path: { id: artistId } }), [artistId, view])
  const refresh = lore.data?.refresh ?? null
  usePolling(lore, refresh !== null, pollMs)
  const mine = useLoad(() => client.call('listMyArtists', { query: { limit: 2 } }), [])
  const { artists = [], administrator = false } = mine.data ?? {}
  return (
    <nav class="views" aria-label="Views of the artist">
      <p class="artist">
        <span class="name">{name ?? '…'}</span>{' '}
        {(administrator || artists.length > 1) && <a href="#/">Change artist</a>}
        <span class="hint" role="status">
          {refresh !== null && view !== 'page' && <>The page is being updated…</>}
        </span>
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
