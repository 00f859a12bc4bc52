import { useEffect, useState } from 'preact/hooks'
import { Account } from './Account.ts'
import { Answers } from './answers/Answers.ts'
import { call, onSignedOut } from './api/call.ts'
import { useLoad } from './api/load.ts'
import { forgetToken, savedToken } from './api/token.ts'
import { Artist } from './artist.ts'
import { Boundaries } from './boundaries/Boundaries.ts'
import { ChooseArtist } from './ChooseArtist.ts'
import { html } from './html.ts'
import { Lore } from './lore/Lore.ts'
import { Offline } from './Offline.ts'
import { hashOf, usePlace, type View, views } from './place.ts'
import { Research } from './research/Research.ts'
import { Review } from './review/Review.ts'
import { SignIn } from './SignIn.ts'
import { settings } from './settings.ts'
import { Sitting } from './sitting/Sitting.ts'

const parts = {
  sitting: Sitting,
  answers: Answers,
  boundaries: Boundaries,
  lore: Lore,
  research: Research,
  review: Review,
} as const

/** The whole page: who, which artist, and the view. */
export function App() {
  const place = usePlace()
  const [session, setSession] = useState<'in' | 'out' | 'expired'>(savedToken() === null ? 'out' : 'in')
  const leave = (next: 'out' | 'expired') => {
    forgetToken()
    setSession(next)
  }
  onSignedOut.tell = () => leave('expired')
  const { artistId, view } = place
  const isIn = session === 'in'
  useEffect(() => {
    document.title = isIn && artistId ? `${views[view]} · Sittings` : 'Sittings'
  }, [isIn, artistId, view])
  return html`
    <a class="skip" href="#main" onClick=${(event: Event) => {
      event.preventDefault()
      document.getElementById('main')?.focus()
    }}>Skip to the content</a>
    <header class="top"><p class="brand"><a href="#/">Sittings</a> ${settings.environment !== 'production' && html`<span class="badge">${settings.environment}</span>`}</p>
      ${isIn && html`<${Account} onSignOut=${() => leave('out')} />`}</header>
    ${isIn && artistId && html`<${Views} artistId=${artistId} view=${view} />`}
    <${Offline} />
    <main id="main" tabindex="-1">${
      !isIn
        ? html`<${SignIn} key="sign-in" isExpired=${session === 'expired'} onSignedIn=${() => setSession('in')} />`
        : artistId === undefined
          ? html`<${ChooseArtist} key="choose" />`
          : html`<${Artist.Provider} value=${artistId}><${parts[view]} key=${`${artistId}/${view}`} /></${Artist.Provider}>`
    }</main>`
}

function Views({ artistId, view }: { artistId: string; view: View }) {
  const brief = useLoad(() => call('readArtistBrief', { path: { id: artistId } }), [artistId])
  return html`<nav class="views" aria-label="Views of the artist">
    <p class="artist">${brief.data?.name ?? 'Artist'} <a class="hint" href="#/">change</a></p>
    <ul>${Object.entries(views).map(([key, label]) => html`<li><a href=${hashOf(artistId, key as View)} aria-current=${key === view ? 'page' : undefined}>${label}</a></li>`)}</ul>
  </nav>`
}
