import { useArtist } from '../artist.ts'
import { html } from '../html.ts'
import { Timestamp } from '../parts/Timestamp.ts'
import { formatRoute } from '../route.ts'
import { type SittingGroup, toItem, toTitle } from './sittings.ts'

/** All sittings in a line each, which leads to the sitting alone. */
export function SittingIndex({ groups }: { groups: readonly SittingGroup[] }) {
  const id = useArtist()
  return html`<details class="sitting-index"><summary>All sittings (${groups.filter(({ sitting }) => sitting !== null).length})</summary>
    <ul class="plain sources" aria-label="All sittings, the newest first">${groups.map(
      (group) => html`<li key=${toItem(group)}>
        <a href=${formatRoute(id, 'answers', toItem(group))}>${toTitle(group)}</a>
        ${group.state === 'active' && html` <span class="badge active">active</span>`}
        <span class="hint">${group.startedAt && html`<${Timestamp} at=${group.startedAt} /> · `}${group.summary}</span>
      </li>`,
    )}</ul>
  </details>`
}
