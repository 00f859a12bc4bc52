import { useEffect, useState } from 'preact/hooks'
import { AnswersView } from '../answers/AnswersView.tsx'
import { ArtistContext, onSignedOut, pageSettings, readArtist, useLoad } from '../api/index.ts'
import { getStoredToken, onSignedOutElsewhere, removeToken } from '../api/token.ts'
import { BoundariesView } from '../boundaries/BoundariesView.tsx'
import { InterviewView } from '../interview/InterviewView.tsx'
import { PageView } from '../lore/PageView.tsx'
import { Loading } from '../parts/index.ts'
import { SetupView } from '../setup/SetupView.tsx'
import { SourcesView } from '../sources/SourcesView.tsx'
import { readSources, SourcesContext } from '../sources/use-sources.ts'
import { Account } from './Account.tsx'
import { ChooseArtist } from './ChooseArtist.tsx'
import { Landing } from './Landing.tsx'
import { Navigation } from './Navigation.tsx'
import { Offline } from './Offline.tsx'
import { type Route, useRoute, type View, type ViewProps, views } from './route.ts'
import { SignIn } from './SignIn.tsx'

const components: Record<View, (props: ViewProps) => preact.JSX.Element> = {
  interview: InterviewView,
  answers: AnswersView,
  page: PageView,
  boundaries: BoundariesView,
  sources: SourcesView,
  setup: SetupView,
}

/** The whole page: the user, the artist, and the view. */
export function App() {
  const route = useRoute()
  const [session, setSession] = useState<'in' | 'out' | 'expired'>(getStoredToken() === null ? 'out' : 'in')
  onSignedOut.notify = () => {
    removeToken({ everywhere: false })
    setSession('expired')
  }
  onSignedOutElsewhere.notify = () => setSession('out')
  function signOut() {
    removeToken({ everywhere: true })
    setSession('out')
  }
  const isIn = session === 'in'
  return (
    <>
      <button type="button" class="skip" onClick={() => document.getElementById('main')?.focus()}>
        Skip to the content
      </button>
      <header class="top">
        <p class="brand">
          <a href="#/">Sittings</a>
          {pageSettings.environment !== 'production' && <span class="badge wide-only">{pageSettings.environment}</span>}
        </p>
        {pageSettings.guides !== null && <a href={pageSettings.guides}>Guides</a>}
        {isIn && <Account onSignOut={signOut} />}
      </header>
      <Offline />
      {!isIn ? (
        <main id="main" tabindex={-1}>
          <SignIn isExpired={session === 'expired'} onSignedIn={() => setSession('in')} />
        </main>
      ) : route.artistId === undefined ? (
        <main id="main" tabindex={-1}>
          <ChooseArtist />
        </main>
      ) : (
        <OneArtist key={route.artistId} id={route.artistId} route={route} />
      )}
    </>
  )
}

/** The views of an artist; without one in the address the artist lands where the next thing to do is. */
function OneArtist({ id, route }: { id: string; route: Route }) {
  const load = useLoad(() => readArtist(id), [id])
  const sources = useLoad(() => readSources(id), [id])
  const { view, item } = route
  const name = load.data?.name
  useEffect(() => {
    document.title = [view && views[view], name, 'Sittings'].filter(Boolean).join(' · ')
  }, [view, name])
  const Shown = view === undefined ? Landing : components[view]
  return (
    <>
      <Navigation artistId={id} name={name} view={view} />
      <main id="main" tabindex={-1}>
        <Loading load={load} what="the artist" lines={6}>
          {(artist) => (
            <ArtistContext.Provider value={artist}>
              <SourcesContext.Provider value={sources}>
                <Shown key={view} item={item} />
              </SourcesContext.Provider>
            </ArtistContext.Provider>
          )}
        </Loading>
      </main>
    </>
  )
}
