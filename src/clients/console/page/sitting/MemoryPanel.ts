import { html } from '../html.ts'
import type { MandatoryMemory } from './interview.ts'
import { writeMemorySentences } from './memory-sentences.ts'

/** The mandatory memory: what a question has to respect, in full. */
export function MemoryPanel({ memory, isOpen }: { memory: MandatoryMemory | undefined; isOpen: boolean }) {
  if (memory === undefined) return html`<p class="hint" role="status">Reading what to respect…</p>`
  const sentences = writeMemorySentences(memory.entries)
  if (sentences.length === 0)
    return html`<p class="hint">There is nothing to respect yet: no boundary, no correction, no answer.</p>`
  return html`<details class="memory" open=${isOpen || sentences.some(({ kind }) => kind === 'boundary')}>
    <summary>What to respect (${sentences.length})</summary>
    <p class="hint">Read this before you ask: what the artist does not want to be asked, what the artist called wrong, and the newest answer.</p>
    <ul>${sentences.map(
      ({ id, kind, parts }) =>
        html`<li key=${id} class=${kind}>${parts.map(({ text, isQuoted }) => (isQuoted ? html` <q class="quoted">${text}</q> ` : text))}</li>`,
    )}</ul>
  </details>`
}
