import { useState } from 'preact/hooks'
import { call } from '../api/call.ts'
import type { Schemas } from '../api/shapes.ts'
import { useLoad } from '../api/use-load.ts'
import { useArtist } from '../artist.ts'
import { html } from '../html.ts'
import { Loading } from '../parts/Loading.ts'
import { Timestamp } from '../parts/Timestamp.ts'
import { WordDiff } from '../text/WordDiff.ts'
import { LorePassages } from './LorePassages.ts'
import { PassagePanel } from './PassagePanel.ts'
import type { LoreSpan } from './passages.ts'

const authors: Record<Schemas['LoreAuthor'], string> = {
  composer: 'Composed by the service, of quotations alone',
  model: 'Drafted by a model, of quotations alone',
  artist: 'Published by the artist',
}

type Props = { lore: Schemas['LoreText']; onCorrected: () => Promise<void>; onCurrent: () => void }

/** One version of the Lore beside the evidence of the passage that is chosen in it. */
export function LoreVersion({ lore, onCorrected, onCurrent }: Props) {
  const [chosen, choose] = useState<LoreSpan>()
  const [isCompared, setCompared] = useState(false)
  return html`<div class="columns">
    <section class="card" aria-labelledby="lore-title">
      <h2 id="lore-title" tabindex="-1">Version ${lore.number}${lore.isCurrent ? html` <span class="badge active">current</span>` : ''}</h2>
      <p class="hint">${authors[lore.by]} · <${Timestamp} at=${lore.composedAt} /></p>
      ${!lore.isCurrent && html`<p class="note">An earlier version; it cannot be corrected. <button type="button" class="link" onClick=${onCurrent}>Show the current one</button></p>`}
      ${
        lore.previous !== null &&
        html`<button type="button" class="quiet" aria-pressed=${isCompared} onClick=${() => setCompared(!isCompared)}>${isCompared ? 'Show the text' : 'What is new'}</button>`
      }
      ${
        isCompared && lore.previous !== null
          ? html`<${Comparison} previous=${lore.previous} text=${lore.text} />`
          : html`<p class="hint">Choose a passage to see where its words come from${lore.isCurrent && ', or to say that it is wrong'}.</p>
        <${LorePassages} lore=${lore} chosen=${chosen} onChoose=${choose} />`
      }
    </section>
    <${PassagePanel} lore=${lore} passage=${chosen} onCorrected=${onCorrected} />
  </div>`
}

function Comparison({ previous, text }: { previous: string; text: string }) {
  const id = useArtist()
  const load = useLoad(() => call('readArtistLore', { path: { id }, query: { revision: previous } }), [id, previous])
  const before = load.data?.lore?.text ?? ''
  return html`<${Loading} load=${load} what="the version before">
    ${before === text ? html`<p class="hint">The wording is that of the version before.</p>` : html`<${WordDiff} before=${before} after=${text} label="Compared with the version before" />`}
  </${Loading}>`
}
