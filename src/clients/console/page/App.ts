import { useEffect, useState } from 'preact/hooks'
import { Account } from './Account.ts'
import { AnswersView } from './answers/AnswersView.ts'
import { call, onSignedOut } from './api/call.ts'
import { getStoredToken, removeToken } from './api/token.ts'
import { useLoad } from './api/use-load.ts'
import { ArtistContext, ArtistNameContext } from './artist.ts'
import { BoundariesView } from './boundaries/BoundariesView.ts'
import { ChooseArtist } from './ChooseArtist.ts'
import { html } from './html.ts'
import { ComposingNotice } from './lore/ComposingNotice.ts'
import { LoreView } from './lore/LoreView.ts'
import { Offline } from './Offline.ts'
import { OnboardingView } from './onboarding/OnboardingView.ts'
import { removeRecentArtists, storeRecentArtist } from './recent-artists.ts'
import { ResearchView } from './research/ResearchView.ts'
import { ReviewView } from './review/ReviewView.ts'
import { formatRoute, tabLabels, tabs, tabsInWideRow, useRoute, type View, views } from './route.ts'
import { SignIn } from './SignIn.ts'
import { settings } from './settings.ts'
import { SittingView } from './sitting/SittingView.ts'
import { SourceView } from './timeline/SourceView.ts'
import { TimelineView } from './timeline/TimelineView.ts'

const parts = {
  sitting: SittingView,
  answers: AnswersView,
  boundaries: BoundariesView,
  lore: LoreView,
  research: ResearchView,
  review: ReviewView,
  timeline: TimelineView,
  source: SourceView,
  onboarding: OnboardingView,
} as const

/** The whole page: the user, the artist, and the view. */
export function App() {
  const place = useRoute()
  const [session, setSession] = useState<'in' | 'out' | 'expired'>(getStoredToken() === null ? 'out' : 'in')
  const leave = (next: 'out' | 'expired') => {
    removeToken()
    if (next === 'out') removeRecentArtists()
    setSession(next)
  }
  onSignedOut.notify = () => leave('expired')
  const { artistId, view, item } = place
  const isIn = session === 'in'
  useEffect(() => {
    document.title = isIn && artistId ? `${views[view]} · Sittings` : 'Sittings'
  }, [isIn, artistId, view])
  const brief = useLoad(async () => (isIn && artistId ? await readBrief(artistId) : undefined), [isIn, artistId])
  const name = brief.data?.id === artistId ? brief.data?.name : undefined
  useEffect(() => {
    if (artistId && name) storeRecentArtist(artistId, name)
  }, [artistId, name])
  return html`
    <a class="skip" href="#main" onClick=${(event: Event) => {
      event.preventDefault()
      document.getElementById('main')?.focus()
    }}>Skip to the content</a>
    <header class="top"><p class="brand"><a href="#/">Sittings</a> ${settings.environment !== 'production' && html`<span class="badge">${settings.environment}</span>`}</p>
      ${settings.guides !== null && html`<a class="guides" href=${settings.guides}>Guides</a>`}
      ${isIn && html`<${Account} onSignOut=${() => leave('out')} />`}</header>
    ${isIn && artistId && html`<${Views} artistId=${artistId} name=${name} view=${view} />`}
    <${Offline} />
    <main id="main" tabindex="-1">${
      !isIn
        ? html`<${SignIn} key="sign-in" isExpired=${session === 'expired'} onSignedIn=${() => setSession('in')} />`
        : artistId === undefined
          ? html`<${ChooseArtist} key="choose" />`
          : html`<${ArtistContext.Provider} value=${artistId}><${ArtistNameContext.Provider} value=${name}><${parts[view]} key=${`${artistId}/${view}`} item=${item} /></${ArtistNameContext.Provider}></${ArtistContext.Provider}>`
    }</main>`
}

const readBrief = async (id: string) => ({ id, name: (await call('readArtistBrief', { path: { id } })).name })

function Views({ artistId, name, view }: { artistId: string; name: string | undefined; view: View }) {
  const linkTo = (tab: View) => ({
    href: formatRoute(artistId, tab),
    'aria-current': tab === view ? 'page' : undefined,
  })
  return html`<nav class="views" aria-label="Views of the artist">
    <p class="artist"><span class="name">${name ?? 'Artist'}</span> <a href="#/">Change<span class="narrow-unseen"> artist</span></a>
      ${tabsInWideRow.map((tab) => html`<a class="narrow-tab" ...${linkTo(tab)}>${tabLabels[tab]}</a>`)}</p>
    ${view !== 'lore' && html`<${ComposingNotice} artistId=${artistId} view=${view} />`}
    <ul>${tabs.map((tab) => html`<li class=${tabsInWideRow.includes(tab) ? 'wide-tab' : ''}><a ...${linkTo(tab)}>${tabLabels[tab]}</a></li>`)}</ul>
  </nav>`
}
