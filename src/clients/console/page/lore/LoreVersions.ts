import type { Schemas } from '../api/shapes.ts'
import { html } from '../html.ts'
import { Timestamp } from '../parts/Timestamp.ts'

type Props = {
  versions: Schemas['LoreVersion'][]
  shown: string | undefined
  onShow: (revision: string | undefined) => void
}

/** Every version that there has been, the newest first; the chosen one is shown above. */
export const LoreVersions = ({ versions, shown, onShow }: Props) => html`
  <section class="card" aria-labelledby="lore-versions-title">
    <h2 id="lore-versions-title">Versions</h2>
    ${versions.length === 0 && html`<p class="hint">There is none yet.</p>`}
    <ol class="plain sources" aria-label="Versions of the Lore, the newest first">${versions.map(
      ({ number, revision, composedAt, chars }, at) => html`<li key=${revision}>
        <button type="button" class="link" aria-pressed=${revision === shown} onClick=${() => onShow(at === 0 ? undefined : revision)}>Version ${number}</button>
        <span class="hint">${revision === shown && 'shown · '}<${Timestamp} at=${composedAt} /> · ${chars.toLocaleString()} characters</span>
      </li>`,
    )}</ol>
  </section>`
