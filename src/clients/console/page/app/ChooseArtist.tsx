import { useEffect, useState } from 'preact/hooks'
import { client, useLoad } from '../api/index.ts'
import { Heading, Loading, onSubmitOf, SearchField } from '../parts/index.ts'
import { formatRoute, replaceRoute } from './route.ts'

/** More than most callers speak for; an administrator types a part of the name. */
const listedMax = 20

/** How long the typing must rest before the service is asked. */
const restMs = 200

/** Which artist it is about, by name. A caller who speaks for one artist alone goes straight there. */
export function ChooseArtist() {
  const [typed, setTyped] = useState('')
  const name = useRested(typed.trim())
  const query = { limit: listedMax, ...(name !== '' && { name }) }
  const load = useLoad(() => client.call('listMyArtists', { query }), [name])
  const { artists = [], nextCursor = null, administrator = false } = load.data ?? {}
  const only = artists.length === 1 ? artists[0] : undefined
  useEffect(() => {
    if (name === '' && !administrator && only !== undefined) replaceRoute(formatRoute(only.id))
  }, [load.data])
  const openOnly = () => {
    if (only !== undefined) location.hash = formatRoute(only.id)
  }
  return (
    <div class="narrow card">
      <Heading>Choose an artist</Heading>
      <search>
        <form onSubmit={onSubmitOf(openOnly)}>
          <SearchField label="Find an artist by name" value={typed} onValue={setTyped} />
        </form>
      </search>
      <Loading load={load} what="your artists">
        {() => (
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

/** The value once it has not changed for a moment. */
function useRested(value: string): string {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), restMs)
    return () => clearTimeout(timer)
  }, [value])
  return rested
}
