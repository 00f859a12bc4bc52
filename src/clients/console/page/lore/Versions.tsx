import { listAll } from '../../../typescript/index.ts'
import { client, type Schemas, useArtist, useLoad } from '../api/index.ts'
import { formatRoute } from '../app/route.ts'
import { Loading, Timestamp } from '../parts/index.ts'

export const authors: Record<Schemas['LoreAuthor'], string> = {
  composer: 'made of quotations',
  model: 'drafted by a model from quotations',
  artist: 'published by you',
}

/** Every version that there has been, the newest first. */
export function Versions({ shown }: { shown: Schemas['LoreText'] }) {
  const { id } = useArtist()
  const load = useLoad(
    () => listAll(client, 'listArtistLoreVersions', { path: { id }, query: { limit: 50 } }),
    [id, shown.isCurrent && shown.revision],
  )
  return (
    <section aria-labelledby="versions-title">
      <h2 id="versions-title">Versions</h2>
      <Loading load={load} what="the versions" lines={2}>
        {(versions) => (
          <ol class="plain tight" aria-label="Versions of the page, the newest first">
            {versions.map(({ number, revision, composedAt, by, state }) => (
              <li key={revision}>
                <a
                  href={formatRoute(id, 'page', state === 'published' ? undefined : revision)}
                  aria-current={revision === shown.revision ? 'true' : undefined}
                >
                  Version {number}
                </a>{' '}
                <span class="hint">
                  {state === 'published' ? 'public now · ' : ''}
                  {authors[by]} · <Timestamp at={composedAt} />
                </span>
              </li>
            ))}
          </ol>
        )}
      </Loading>
    </section>
  )
}
