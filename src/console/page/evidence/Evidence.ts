import { useState } from 'preact/hooks'
import { html } from '../html.ts'
import type { Window } from '../text/windows.ts'
import { type Cited, Reader } from './Reader.ts'
import { Search } from './Search.ts'
import { Sources } from './Sources.ts'

/** Finding and reading the artist's approved texts; with `onCite` a passage can be marked in them. */
export function Evidence({ onCite }: { onCite?: (reference: Cited) => void }) {
  const [open, setOpen] = useState<{ sourceId: string; revision?: string; marked?: Window }>()
  return html`<section class="evidence card" aria-labelledby="evidence-title">
    <h2 id="evidence-title">Evidence</h2>
    ${
      open === undefined
        ? html`<${Search} onOpen=${setOpen} /><${Sources} onOpen=${setOpen} />`
        : html`<button type="button" class="quiet" onClick=${() => setOpen(undefined)}>← All evidence</button>
          <${Reader} original=${open} marked=${open.marked} onCite=${onCite} />`
    }
  </section>`
}
