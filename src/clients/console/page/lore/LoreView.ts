import { call } from '../api/call.ts'
import { readAllPages } from '../api/pages.ts'
import { useLoad } from '../api/use-load.ts'
import { useArtist } from '../artist.ts'
import { html } from '../html.ts'
import { Heading } from '../parts/Heading.ts'
import { Loading } from '../parts/Loading.ts'
import { useFocusWhenLost } from '../parts/use-focus-when-lost.ts'
import { useResearchPolling } from '../research/use-research-polling.ts'
import { formatRoute, type ViewProps } from '../route.ts'
import { Corrections } from './Corrections.ts'
import { LoreVersion } from './LoreVersion.ts'
import { LoreVersions } from './LoreVersions.ts'
import { RefreshStatus } from './RefreshStatus.ts'
import { readLoreVersions } from './read-versions.ts'

/** The artist's Lore with its evidence, its versions, and the corrections that hold; the address may name a version. */
export function LoreView({ item: revision }: ViewProps) {
  const id = useArtist()
  const setRevision = (revision: string | undefined) => {
    location.hash = formatRoute(id, 'lore', revision)
  }
  const load = useLoad(() => call('readArtistLore', { path: { id }, query: { revision } as object }), [id, revision])
  const { lore, refresh } = load.data ?? {}
  const versions = useLoad(() => readLoreVersions(id), [id, revision === undefined && lore?.revision])
  const corrections = useLoad(() => readCorrections(id), [id])
  useResearchPolling(id, Boolean(refresh), load.reload)
  useFocusWhenLost(lore?.revision, ['#lore-title'])
  useFocusWhenLost(corrections.data, ['#corrections-title'])
  const reloadAll = async () => {
    await Promise.all([load.reload(), corrections.reload()])
  }
  return html`<${Heading}>Lore</${Heading}>
    <p>The artist’s profile as visitors read it: exact quotations from the approved sources and the saved answers, joined by a few fixed words.</p>
    <${RefreshStatus} refresh=${refresh ?? null} />
    <${Loading} load=${load} what="the Lore">
      ${
        lore
          ? html`<${LoreVersion} key=${lore.revision} lore=${lore} onCorrected=${reloadAll} onCurrent=${() => setRevision(undefined)} />`
          : html`<p class="hint">Nothing is composed yet. A finished sitting or a search under Research queues it.</p>`
      }
    </${Loading}>
    <div class="columns">
      <${Loading} load=${corrections} what="the corrections">
        <${Corrections} corrections=${corrections.data ?? []} onChange=${reloadAll} /></${Loading}>
      <${Loading} load=${versions} what="the versions">
        <${LoreVersions} versions=${versions.data ?? []} shown=${lore?.revision} onShow=${setRevision} /></${Loading}>
    </div>`
}

async function readCorrections(id: string) {
  const pages = await readAllPages((cursor) =>
    call('listCorrections', { path: { id }, query: { limit: 20, ...(cursor === undefined ? {} : { cursor }) } }),
  )
  // The one that was just saved is then the first below the heading, which takes the focus.
  return pages.flatMap(({ corrections }) => corrections).toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt))
}
