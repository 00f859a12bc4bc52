import { html } from '../html.ts'
import { findWordChanges } from './word-changes.ts'

/** What became of a wording, run by run; shown by elements and signs, not by colour alone. */
export function WordDiff({ before, after, label }: { before: string; after: string; label: string }) {
  return html`<p class="diff quoted" role="group" aria-label=${label}>${findWordChanges(before, after).map(
    ({ state, text }) =>
      state === 'added'
        ? html`<ins><span class="unseen">[added: </span>${text}<span class="unseen">]</span></ins>`
        : state === 'removed'
          ? html`<del><span class="unseen">[removed: </span>${text}<span class="unseen">]</span></del>`
          : text,
  )}</p>`
}
