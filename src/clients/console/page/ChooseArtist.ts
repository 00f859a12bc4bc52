import { useState } from 'preact/hooks'
import { call } from './api/call.ts'
import { useLoad } from './api/use-load.ts'
import { html } from './html.ts'
import { Heading } from './parts/Heading.ts'
import { Loading } from './parts/Loading.ts'
import { getRecentArtists } from './recent-artists.ts'
import { formatRoute, isUuid } from './route.ts'
import { settings } from './settings.ts'

/** One page of the contract's list: most callers speak for one artist, and an administrator opens others by id. */
const listedMax = 100

/** Which artist it is about: one of the caller's own by name, or any other by id. */
export function ChooseArtist() {
  const [id, setId] = useState('')
  const [isWrong, setWrong] = useState(false)
  const { sample } = settings
  const load = useLoad(() => call('listMyArtists', { query: { limit: listedMax } }), [])
  const mine = load.data?.artists ?? []
  const isSampleMine = mine.some(({ id }) => id === sample?.artistId)
  const isShown = (id: string) => id === sample?.artistId || mine.some((artist) => artist.id === id)
  const recent = getRecentArtists().filter(([id]) => !isShown(id))
  function choose(event: Event) {
    event.preventDefault()
    setWrong(!isUuid(id.trim()))
    if (isUuid(id.trim())) location.hash = formatRoute(id.trim().toLowerCase(), 'sitting')
  }
  return html`<div class="narrow card">
    <${Heading}>Choose an artist</${Heading}>
    <${Loading} load=${load} what="your artists">
      ${mine.length === 0 && html`<p>You do not speak for an artist yet. An operator approves a claim.</p>`}
      <ul class="plain sources" aria-label="Your artists">${mine.filter(({ id }) => id !== sample?.artistId).map(({ id, name }) => html`<li><a class="button primary" href=${formatRoute(id, 'sitting')}>${name}</a></li>`)}</ul>
      ${load.data?.nextCursor != null && html`<p class="hint">The first ${listedMax} by name. Open another by its id.</p>`}
    </${Loading}>
    ${sample && html`<p><a class="button ${isSampleMine || mine.length === 0 ? 'primary' : ''}" href=${formatRoute(sample.artistId, 'sitting')}>${sample.artistName}, the sample artist</a></p>`}
    ${recent.length > 0 && html`<ul class="plain sources" aria-label="Artists opened before">${recent.map(([id, name]) => html`<li><a class="button" href=${formatRoute(id, 'sitting')}>${name}</a></li>`)}</ul>`}
    <form onSubmit=${choose}>
      <div class="field"><label for="artist">Artist id</label>
        <input id="artist" autocomplete="off" spellcheck=${false} value=${id} aria-invalid=${isWrong} aria-describedby="artist-hint"
          onInput=${(event: Event) => setId((event.currentTarget as HTMLInputElement).value)} />
        <p class="hint" id="artist-hint">A UUID, such as 0198f3a2-6f1e-7c40-9d52-3b1f6a7e0c11</p>
        ${isWrong && html`<p class="wrong" role="alert">This is no UUID.</p>`}</div>
      <button type="submit">Open</button>
    </form>
  </div>`
}
