import { useEffect, useState } from 'preact/hooks'
import { client, useLoad } from '../api/index.ts'
import { Heading, Loading, SearchField } from '../parts/index.ts'
import { formatRoute, replaceRoute } from './route.ts'

/** More than most callers speak for; an administrator searches by a part of the name. */
const listedMax = 20

/** Which artist it is about, by name. A caller who speaks for one artist alone goes straight there. */
export function ChooseArtist() {
  const [name, setName] = useState('')
  const query = { limit: listedMax, ...(name !== '' && { name }) }
  const load = useLoad(() => client.call('listMyArtists', { query }), [name])
  useEffect(() => {
    const { artists: [only, ...others] = [], administrator } = load.data ?? {}
    if (name === '' && !administrator && only && others.length === 0) replaceRoute(formatRoute(only.id))
  }, [load.data])
  return (
    <div class="narrow card">
      <Heading>Choose an artist</Heading>
      <SearchField label="Find an artist by name" onSearch={setName} />
      <Loading load={load} what="your artists">
        {({ artists, nextCursor }) => (
          <>
            <p role="status" class="hint">
              {artists.length === 0 && name !== '' && 'No artist of yours has this name.'}
              {nextCursor !== null && `The first ${listedMax} by name. Type a part of the name to find another.`}
            </p>
            {artists.length === 0 && name === '' && (
              <p>You do not speak for an artist yet. An operator of the service approves claims.</p>
            )}
            <ul class="plain" aria-label="Your artists">
              {artists.map((artist) => (
                <li key={artist.id}>
                  <a href={formatRoute(artist.id)}>{artist.name}</a>
                </li>
              ))}
            </ul>
          </>
        )}
      </Loading>
    </div>
  )
}
