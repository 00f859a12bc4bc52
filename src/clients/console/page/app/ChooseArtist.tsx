import { useEffect, useState } from 'preact/hooks'
import { client } from '../api/client.ts'
import { useLoad } from '../api/use-load.ts'
import { onSubmitOf } from '../parts/forms.ts'
import { Heading } from '../parts/Heading.tsx'
import { Loading } from '../parts/Loading.tsx'
import { formatRoute, replaceRoute } from './route.ts'

/** More than most callers speak for; an administrator types a part of the name. */
const listedMax = 20

/** How long the typing must rest before the service is asked. */
const restMs = 200

/** Which artist it is about, by name. A caller who speaks for one artist alone goes straight there. */
export function ChooseArtist() {
  const [typed, setTyped] = useState('')
  const name = useRested(typed.trim())
  const load = useLoad(
    () => client.call('listMyArtists', { query: { limit: listedMax, ...(name !== '' && { name }) } }),
    [name],
  )
  const { artists = [], nextCursor = null, administrator = false } = load.data ?? {}
  const [only, ...others] = artists
  useEffect(() => {
    if (name !== '' || administrator || only === undefined || others.length > 0) return
    replaceRoute(formatRoute(only.id))
  }, [load.data])
  function openOnly() {
    if (only !== undefined && others.length === 0) location.hash = formatRoute(only.id)
  }
  const isLong = administrator || nextCursor !== null || typed !== ''
  return (
    <div class="narrow card">
      <Heading>Choose an artist</Heading>
      {isLong && (
        <search>
          <form onSubmit={onSubmitOf(openOnly)}>
            <div class="field">
              <label for="artist">Find an artist by name</label>
              <input
                id="artist"
                type="search"
                maxlength={300}
                autocomplete="off"
                spellcheck={false}
                value={typed}
                onInput={(event) => setTyped(event.currentTarget.value)}
              />
            </div>
          </form>
        </search>
      )}
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
                  <a class="choice-link" href={formatRoute(artist.id)}>
                    {artist.name}
                  </a>
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
