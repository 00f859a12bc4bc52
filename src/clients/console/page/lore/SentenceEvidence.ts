import { useLoad } from '../api/use-load.ts'
import { useArtist } from '../artist.ts'
import { References } from '../evidence/References.ts'
import { html } from '../html.ts'
import { Loading } from '../parts/Loading.ts'
import { findEvidence } from './find-evidence.ts'
import type { Sentence } from './sentences.ts'

/** The evidence of one sentence; each passage opens in its context. */
export function SentenceEvidence({ sentence }: { sentence: Sentence | undefined }) {
  const id = useArtist()
  const load = useLoad(
    async () => (sentence === undefined ? [] : await findEvidence(id, sentence)),
    [id, sentence?.text],
  )
  const found = load.data ?? []
  const isLiteral = found.some((one) => one.isLiteral)
  return html`<aside class="card beside" aria-label="Evidence of the sentence" aria-live="polite">
    <h2>Evidence</h2>
    ${
      sentence === undefined
        ? html`<p class="hint">Choose a sentence of the Lore.</p>`
        : html`
      <p class="about">“${sentence.text.trim()}”</p>
      ${load.busy && html`<p class="hint">Looking for its words…</p>`}
      ${
        !load.busy &&
        html`<${Loading} load=${load} what="the evidence">
        <p class="hint">${isLiteral ? 'These words stand in:' : found.length > 0 ? 'No text holds exactly these words. The closest passages:' : 'No text holds these words any more.'}</p>
        ${found.map(({ reference, from }) => html`<p class="about">${from}</p><${References} references=${[reference]} />`)}
      </${Loading}>`
      }`
    }
  </aside>`
}
