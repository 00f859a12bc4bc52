import { client, listAll, type Schemas, useArtist, useLoad } from '../api/index.ts'
import { formatRoute } from '../app/route.ts'
import { Loading, Section, Timestamp } from '../parts/index.ts'
import type { LoreText } from './page-text.ts'

export const authors: Record<Schemas['LoreAuthor'], string> = {
  composer: 'made of quotations',
  model: 'drafted by a model from quotations',
  artist: 'published by you',
}

export function Versions({ shown }: { shown: LoreText }) {
  const { id } = useArtist()
  const load = useLoad(
    () => listAll(client, 'listArtistLoreVersions', { path: { id }, query: { limit: 50 } }),
    [id, shown.isCurrent && shown.revision],
  )
  return (
    <Section title="Versions">
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
    </Section>
  )
}
