import { useState } from 'preact/hooks'
import { html } from './html.ts'
import { Heading } from './parts/Heading.ts'
import { getRecentArtists } from './recent-artists.ts'
import { formatRoute, isUuid } from './route.ts'
import { settings } from './settings.ts'

/** Which artist it is about, by id. */
export function ChooseArtist() {
  const [id, setId] = useState('')
  const [isWrong, setWrong] = useState(false)
  const { sample } = settings
  const recent = getRecentArtists().filter(([id]) => id !== sample?.artistId)
  function choose(event: Event) {
    event.preventDefault()
    setWrong(!isUuid(id.trim()))
    if (isUuid(id.trim())) location.hash = formatRoute(id.trim().toLowerCase(), 'sitting')
  }
  return html`<div class="narrow card">
    <${Heading}>Choose an artist</${Heading}>
    ${sample && html`<p><a class="button primary" href=${formatRoute(sample.artistId, 'sitting')}>${sample.artistName}, the sample artist</a></p>`}
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
