import { formatRoute, type View, views } from './route.ts'

type Props = { artistId: string; name: string | undefined; view: View | undefined }

export const Navigation = ({ artistId, name = '…', view }: Props) => (
  <nav class="views" aria-label="Views of the artist">
    <p class="name">{name}</p>
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
