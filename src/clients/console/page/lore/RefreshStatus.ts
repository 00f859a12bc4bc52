import type { Schemas } from '../api/shapes.ts'
import { html } from '../html.ts'

/** Whether a newer Lore is on its way; always present, so that a screen reader announces each change of it. */
export function RefreshStatus({ refresh }: { refresh: Schemas['LoreRefresh'] | null }) {
  const total = refresh?.total ?? null
  return html`<div class="refresh">
    <p role="status">${refresh && `The Lore is being composed${total === null ? '' : `, ${refresh.cursor} of ${total}`}…`}</p>
    ${refresh && total !== null && html`<progress aria-label="Steps of the composition" max=${Math.max(1, total)} value=${refresh.cursor}></progress>`}
  </div>`
}
