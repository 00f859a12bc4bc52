import { useEffect, useState } from 'preact/hooks'
import { call } from './api/call.ts'
import { useLoad } from './api/use-load.ts'
import { html } from './html.ts'
import { Heading } from './parts/Heading.ts'
import { Loading } from './parts/Loading.ts'
import { getRecentArtists } from './recent-artists.ts'
import { formatRoute } from './route.ts'

/** More than most callers speak for; an administrator types a part of the name. */
const listedMax = 20

/** How long the typing must rest before the service is asked. */
const restMs = 200

/** Which artist it is about, by name. */
export function ChooseArtist() {
  const [typed, setTyped] = useState('')
  const part = useRested(typed.trim())
  const load = useLoad(
    () => call('listMyArtists', { query: { limit: listedMax, ...(part !== '' && { name: part }) } }),
    [part],
  )
  const { artists = [], nextCursor = null, administrator = false } = load.data ?? {}
  // Opened by an address, or not on the first page of a long list.
  const recent = getRecentArtists().filter(([id]) => artists.every((one) => one.id !== id))
  const [isSearched, setSearched] = useState(false)
  const isLong = administrator || nextCursor !== null
  useEffect(() => {
    if (isLong) setSearched(true)
  }, [isLong])
  function openOnly(event: Event) {
    event.preventDefault()
    const [only, ...others] = part === typed.trim() ? artists : []
    if (only !== undefined && others.length === 0) location.hash = formatRoute(only.id, 'sitting')
  }
  return html`<div class="narrow card">
    <${Heading}>Choose an artist</${Heading}>
    ${
      isSearched &&
      html`<form role="search" onSubmit=${openOnly}><div class="field"><label for="artist">Find an artist by name</label>
        <input id="artist" type="search" maxlength="300" autocomplete="off" spellcheck=${false} value=${typed}
          onInput=${(event: Event) => setTyped((event.currentTarget as HTMLInputElement).value)} />
        <p class="hint" role="status">${part !== '' && !load.busy && describeFound(artists.length, nextCursor !== null)}</p></div></form>`
    }
    <${Loading} load=${load} what="your artists">
      ${artists.length === 0 && part === '' && html`<p>You do not speak for an artist yet. An operator approves a claim.</p>`}
      <ul class="plain sources" aria-label="Your artists">${artists.map(({ id, name }) => html`<li key=${id}><a class="button primary" href=${formatRoute(id, 'sitting')}>${name}</a></li>`)}</ul>
      ${nextCursor !== null && html`<p class="hint">The first ${listedMax} by name. Type a part of the name to find another.</p>`}
    </${Loading}>
    ${recent.length > 0 && part === '' && html`<ul class="plain sources" aria-label="Artists opened before">${recent.map(([id, name]) => html`<li><a class="button" href=${formatRoute(id, 'sitting')}>${name}</a></li>`)}</ul>`}
  </div>`
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

const describeFound = (count: number, isMore: boolean) =>
  count === 0
    ? 'No artist that you may speak for has this in the name.'
    : isMore
      ? `More than ${count} artists.`
      : count === 1
        ? 'One artist; Enter opens it.'
        : `${count} artists.`
