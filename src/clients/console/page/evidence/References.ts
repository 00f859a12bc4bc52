import { useState } from 'preact/hooks'
import type { Schemas } from '../api/shapes.ts'
import { html } from '../html.ts'
import { PassageDialog } from './PassageDialog.ts'

type Reference = Schemas['Reference']

/** Cited passages, each of which opens in its context; with `onRemove` each can be taken out. */
export function References({ references, onRemove }: { references: Reference[]; onRemove?: (at: number) => void }) {
  const [open, setOpen] = useState<Reference>()
  return html`
    <ul class="references" aria-label="Cited passages">
      ${references.map(
        (reference, at) => html`<li key=${`${reference.revision}${reference.start}`}>
          <blockquote>${reference.quote}</blockquote>
          <div class="row">
            <button type="button" class="quiet" onClick=${() => setOpen(reference)}>Show in its text<span class="unseen">: ${reference.quote.slice(0, 40)}</span></button>
            ${onRemove && html`<button type="button" class="quiet" onClick=${() => onRemove(at)}>Remove<span class="unseen"> the passage ${reference.quote.slice(0, 40)}</span></button>`}
          </div>
        </li>`,
      )}
    </ul>
    ${open && html`<${PassageDialog} reference=${open} onClose=${() => setOpen(undefined)} />`}`
}
