import { useArtistName } from '../artist.ts'
import { html } from '../html.ts'
import { decisions } from './decisions.ts'

/** What each decision says, and the keys of the review. */
export function ReviewHelp() {
  const artist = useArtistName()
  return html`<div class="card">
    <dl class="choices">${Object.values(decisions).map(
      ({ label, key, explain }) => html`<div><dt><kbd>${key}</kbd> ${label}:</dt><dd>${explain(artist)}</dd></div>`,
    )}</dl>
    <p class="hint review-keys">By keyboard, while the focus is in this view: <kbd>j</kbd> next, <kbd>k</kbd> previous, <kbd>o</kbd> read its text,${' '}
      <kbd>u</kbd> take the last decision back, and the keys above for what has the focus. They do nothing while you type.</p>
  </div>`
}
