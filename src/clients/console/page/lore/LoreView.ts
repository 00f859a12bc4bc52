import { useState } from 'preact/hooks'
import { call } from '../api/call.ts'
import { useLoad } from '../api/use-load.ts'
import { useArtist } from '../artist.ts'
import { html } from '../html.ts'
import { Heading } from '../parts/Heading.ts'
import { Loading } from '../parts/Loading.ts'
import { SentenceEvidence } from './SentenceEvidence.ts'
import { type Sentence, splitLoreSentences } from './sentences.ts'

/** The composed profile; each sentence leads to where its words come from. */
export function LoreView() {
  const id = useArtist()
  const load = useLoad(() => call('readArtistBrief', { path: { id } }), [id])
  const [open, setOpen] = useState<Sentence>()
  const { bio, generatedLoreSummary: lore, latestReleases = [], coverage } = load.data ?? {}
  return html`<${Heading}>Lore</${Heading}>
    <${Loading} load=${load} what="the Lore">
      ${coverage?.limitations.map((words) => html`<p class="note">${words}</p>`)}
      <div class="columns">
        <div class="card">
          <h2>Composed profile</h2>
          ${
            !lore
              ? html`<p class="hint">Nothing is composed yet. A finished sitting or a look under Research queues it.</p>`
              : html`
            <p class="hint">Choose a sentence to see its evidence. Composed text is never evidence itself.</p>
            <div class="lore quoted">${splitLoreSentences(lore).map(
              (paragraph) =>
                html`<p>${paragraph.map(
                  (
                    sentence,
                  ) => html`<button type="button" class="sentence" aria-pressed=${open === sentence || open?.text === sentence.text}
              onClick=${() => setOpen(sentence)}>${sentence.text}</button>`,
                )}</p>`,
            )}</div>`
          }
          ${bio && html`<h2>Published biography</h2><p class="quoted">${bio}</p>`}
          ${latestReleases.length > 0 && html`<h2>Latest releases</h2><ul class="plain">${latestReleases.map(({ title, type, releasedOn }) => html`<li>${title} <span class="hint">${[type, releasedOn].filter(Boolean).join(' · ')}</span></li>`)}</ul>`}
        </div>
        <${SentenceEvidence} sentence=${open} />
      </div>
    </${Loading}>`
}
