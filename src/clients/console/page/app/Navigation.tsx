import { client, useLoad } from '../api/index.ts'
import { formatRoute, type View, views } from './route.ts'

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
