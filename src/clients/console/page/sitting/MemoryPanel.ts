import type { Schemas } from '../api/shapes.ts'
import { html } from '../html.ts'
import type { MandatoryMemory } from './interview.ts'

const titles = { latest_answer: 'The latest answer', correction: 'A correction', boundary: 'A boundary' } as const

/** The mandatory memory: what a question has to respect, in full. */
export function MemoryPanel({ memory, isOpen }: { memory: MandatoryMemory | undefined; isOpen: boolean }) {
  if (memory === undefined) return html`<p class="hint" role="status">Reading the memory…</p>`
  if (memory.entries.length === 0)
    return html`<p class="hint">Nothing has to be remembered yet: no answer, no correction, no boundary.</p>`
  return html`<details class="memory" open=${isOpen || memory.entries.some(({ kind }) => kind === 'boundary')}>
    <summary>What to respect (${memory.entries.length})</summary>
    <dl>${memory.entries.map(
      (entry) => html`<div key=${entry.entryId} class=${entry.kind}>
      <dt>${titles[entry.kind]}</dt>${entry.fields.map(fieldOf)}</div>`,
    )}</dl>
  </details>`
}

const fieldOf = ({ name, text }: Schemas['MemoryField']) =>
  text !== null && html`<dd><span class="hint">${name}</span> <span class="quoted">${text}</span></dd>`
