import { useEffect, useRef, useState } from 'preact/hooks'
import type { Schemas } from '../api/shapes.ts'
import { PassageDialog } from '../evidence/PassageDialog.ts'
import { html } from '../html.ts'
import { CorrectionForm } from './CorrectionForm.ts'
import type { LoreSpan } from './passages.ts'

type Props = { lore: Schemas['LoreText']; passage: LoreSpan | undefined; onCorrected: () => Promise<void> }

/** Where the words of the chosen passage come from, and the correction of it. */
export function PassagePanel({ lore, passage, onCorrected }: Props) {
  const [isOpen, setOpen] = useState(false)
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    if (passage !== undefined) panel.current?.scrollIntoView({ block: 'nearest' })
  }, [passage])
  const { citation } = passage ?? {}
  return html`<aside class="card beside" aria-label="Evidence of the passage" ref=${panel}>
    <h2>Evidence</h2>
    <div aria-live="polite">${
      passage === undefined
        ? html`<p class="hint">No passage is chosen.</p>`
        : html`<blockquote>${passage.text}</blockquote>
      ${
        citation === undefined
          ? html`<p class="hint">Words of the Lore’s own form, which quote nothing.</p>`
          : html`<p class="about">${citation.reference.kind === 'answer' ? 'From an answer of the artist' : 'From a source'}</p>
      <button type="button" onClick=${() => setOpen(true)}>Show in its text</button>`
      }`
    }</div>
    ${
      passage !== undefined &&
      lore.isCurrent &&
      html`<${CorrectionForm} key=${passage.start} loreRevision=${lore.revision} passage=${passage} onCorrected=${onCorrected} />`
    }
    ${isOpen && citation && html`<${PassageDialog} reference=${citation.reference} onClose=${() => setOpen(false)} />`}
  </aside>`
}
