import { useEffect } from 'preact/hooks'
import { call } from '../api/call.ts'
import { useLoad } from '../api/use-load.ts'
import { html } from '../html.ts'
import { formatRoute, type View } from '../route.ts'

/** Between two reads while a refresh is queued; a view that is opened reads at once. */
const pollMs = 4_000

/** In every view but the Lore's own: that a Lore is being composed, and how far it is. */
export function ComposingNotice({ artistId, view }: { artistId: string; view: View }) {
  const load = useLoad(() => call('readArtistLore', { path: { id: artistId } }), [artistId, view])
  const refresh = load.data?.refresh
  useEffect(() => {
    if (!refresh) return
    const timer = setTimeout(load.reload, pollMs)
    return () => clearTimeout(timer)
  }, [load.data])
  const { cursor, total = null } = refresh ?? {}
  return html`<p class="hint composing" role="status">${
    refresh &&
    html`The <a href=${formatRoute(artistId, 'lore')}>Lore</a> (the profile in quotations) is being composed${total === null ? '' : `, ${cursor} of ${total}`}…`
  }</p>`
}
