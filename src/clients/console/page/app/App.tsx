import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { AnswersView } from '../answers/AnswersView.tsx'
import { ArtistContext, client, listDrafts, pageSettings, readArtist, readSources, useLoad } from '../api/index.ts'
import { endSession, getStoredToken, getSubject, onSessionChange } from '../api/token.ts'
import { BoundariesView } from '../boundaries/BoundariesView.tsx'
import { InterviewView } from '../interview/InterviewView.tsx'
import { PageView } from '../lore/PageView.tsx'
import { Button, Heading, Loading, onSubmitOf } from '../parts/index.ts'
import { SetupView } from '../setup/SetupView.tsx'
import { SourcesView } from '../sources/SourcesView.tsx'
import {
  formatRoute,
  Navigation,
  type Route,
  replaceRoute,
  useRoute,
  type View,
  type ViewProps,
  views,
} from './navigation.tsx'
import { SignIn } from './SignIn.tsx'

const components: Record<View, (props: ViewProps) => preact.JSX.Element> = {
  interview: InterviewView,
  answers: AnswersView,
  page: PageView,
  boundaries: BoundariesView,
  sources: SourcesView,
  setup: SetupView,
}

const eraseQuestion =
  'This device keeps text of yours that is not saved yet. The next person at this device could find it.\n\nErase it?'

export function App() {
  const route = useRoute()
  const [session, setSession] = useState<'in' | 'out' | 'expired'>(getStoredToken() === null ? 'out' : 'in')
  onSessionChange.notify = setSession
  function signOut() {
    const drafts = listDrafts()
    if (drafts.length > 0 && confirm(eraseQuestion)) for (const key of drafts) localStorage.removeItem(key)
    endSession('out')
  }
  const isIn = session === 'in'
  return (
    <>
      <header class="top">
        <p class="brand">
          Sittings{' '}
          {pageSettings.environment !== 'production' && <span class="badge wide-only">{pageSettings.environment}</span>}
        </p>
        {pageSettings.guides !== null && <a href={pageSettings.guides}>Guides</a>}
        {isIn && (
          <p class="account">
            <span class="hint">{getSubject()}</span> <Button label="Sign out" kind="link" onClick={signOut} />
          </p>
        )}
      </header>
      {isIn && route.artistId !== undefined ? (
        <OneArtist key={route.artistId} id={route.artistId} route={route} />
      ) : (
        <main id="main">
          {isIn ? <ChooseArtist /> : <SignIn isExpired={session === 'expired'} onSignedIn={() => setSession('in')} />}
        </main>
      )}
    </>
  )
}

/** The views of an artist; without one in the address the artist lands where the next thing to do is. */
function OneArtist({ id, route: { view, item } }: { id: string; route: Route }) {
  const load = useLoad(() => readArtist(id), [id])
  const sources = useLoad(() => readSources(id), [id])
  const name = load.data?.name
  // In the same commit as the view: a title read after it is never that of the view before.
  useLayoutEffect(() => {
    document.title = [view && views[view], name, 'Sittings'].filter(Boolean).join(' · ')
  }, [view, name])
  useEffect(() => {
    if (view === undefined && load.data) replaceRoute(formatRoute(id, load.data.isPublished ? 'interview' : 'setup'))
  }, [view, load.data])
  const Shown = view && components[view]
  return (
    <>
      <Navigation artistId={id} name={name} view={view} />
      <main id="main">
        <Loading load={load} what="the artist">
          {(artist) => (
            <ArtistContext.Provider value={{ ...artist, sources }}>
              {Shown && <Shown key={view} item={item} />}
            </ArtistContext.Provider>
          )}
        </Loading>
      </main>
    </>
  )
}

/** More than most callers speak for; an administrator searches by a part of the name. */
const listedMax = 20

/** Which artist it is about, by name. A caller who speaks for one artist alone goes straight there. */
function ChooseArtist() {
  const [name, setName] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const query = { limit: listedMax, ...(name !== '' && { name }) }
  const load = useLoad(() => client.call('listMyArtists', { query }), [name])
  useEffect(() => {
    const { artists: [only, ...others] = [], administrator } = load.data ?? {}
    if (name === '' && !administrator && only && others.length === 0) replaceRoute(formatRoute(only.id))
  }, [load.data])
  return (
    <div class="narrow card">
      <Heading>Choose an artist</Heading>
      <search>
        <form class="row" onSubmit={onSubmitOf(() => setName(field.current?.value.trim() ?? ''))}>
          <input
            class="grow"
            type="search"
            aria-label="Find an artist by name"
            placeholder="A part of the name"
            maxlength={300}
            ref={field}
          />
          <Button type="submit" label="Search" />
        </form>
      </search>
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
