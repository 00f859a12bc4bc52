import { useArtist } from '../artist.ts'
import { html } from '../html.ts'
import { formatRoute } from '../route.ts'
import { DateText } from './DateText.ts'
import type { TimelineEntry } from './entries.ts'
import { groupByYear, isDated } from './years.ts'

/** The entries in words, year by year from the newest; each leads to where it is shown. */
export function TimelineList({ entries }: { entries: readonly TimelineEntry[] }) {
  const undated = entries.filter((entry) => !isDated(entry))
  return html`${groupByYear(entries.filter(isDated)).map(
    ({ year, entries }) => html`<section key=${year} aria-labelledby="year-${year}">
      <h2 id="year-${year}">${year}</h2><${Entries} entries=${entries} label="${year}, the newest first" /></section>`,
  )}
  ${
    undated.length > 0 &&
    html`<section aria-labelledby="year-none"><h2 id="year-none">Without a date</h2><${Entries} entries=${undated} label="Without a date" /></section>`
  }`
}

function Entries({ entries, label }: { entries: readonly TimelineEntry[]; label: string }) {
  const id = useArtist()
  return html`<ol class="timeline" aria-label=${label}>${entries.map(
    ({ key, kind, at, what, title, place }) => html`<li key=${key} data-kind=${kind}>
      <p class="hint">${at !== null && html`<${DateText} at=${at} /> · `}${kind === 'source' ? `Source: ${what}` : what}</p>
      <p class="what">${place === undefined ? html`${title} <span class="hint">(no text yet)</span>` : html`<a href=${formatRoute(id, place.view, place.item)}>${title}</a>`}</p>
    </li>`,
  )}</ol>`
}
