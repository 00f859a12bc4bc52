import { diffWordsWithSpace } from 'diff/lib/diff/word.js'
import { html } from '../html.ts'

/** What became of a wording, word by word; shown by elements and signs, not by colour alone. */
export function WordDiff({ before, after, label }: { before: string; after: string; label: string }) {
  const changes = diffWordsWithSpace(before, after)
  return html`<p class="diff quoted" role="group" aria-label=${label}>${changes.map(({ value, added, removed }) =>
    added
      ? html`<ins><span class="unseen">[added: </span>${value}<span class="unseen">]</span></ins>`
      : removed
        ? html`<del><span class="unseen">[removed: </span>${value}<span class="unseen">]</span></del>`
        : value,
  )}</p>`
}
