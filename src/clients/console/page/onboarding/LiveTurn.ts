import { html } from '../html.ts'
import type { ConversationState } from './conversation.ts'

/** A turn while it is being taken: how far its work is, and a draft as it is being written. */
export const LiveTurn = ({ live: { progress, written } }: { live: ConversationState }) => html`
  <section class="card" aria-label="Under way" aria-busy="true">
    <p role="status">${progress?.message ?? (written === '' ? 'One moment' : 'Writing')}…</p>
    ${
      progress &&
      progress.total !== null &&
      html`<progress aria-label=${progress.message} max=${Math.max(1, progress.total)} value=${progress.done}></progress>`
    }
    ${written !== '' && html`<div class="lore quoted">${written}</div>`}
  </section>`
