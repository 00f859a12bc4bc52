import { useState } from 'preact/hooks'
import { call } from '../api/call.ts'
import { readAllPages } from '../api/pages.ts'
import { useLoad } from '../api/use-load.ts'
import { useArtist } from '../artist.ts'
import { html } from '../html.ts'
import { Loading } from '../parts/Loading.ts'

const kinds = { vault: 'page or upload', social_caption: 'caption of a post', reel_transcript: 'transcript' } as const
const shownMax = 20

/** Everything that may be cited, and what cannot be read yet. */
export function Sources({ onOpen }: { onOpen: (original: { sourceId: string }) => void }) {
  const id = useArtist()
  const [isWhole, setWhole] = useState(false)
  const load = useLoad(async () => {
    const pages = await readAllPages(async (cursor) => {
      const { sources, coverage, budget } = await call('listArtistSources', {
        path: { id },
        query: { cursor } as object,
      })
      return { sources, coverage, nextCursor: budget.nextCursor }
    })
    return { sources: pages.flatMap(({ sources }) => sources), coverage: pages[0]?.coverage }
  }, [id])
  const { sources = [], coverage } = load.data ?? {}
  const shown = isWhole ? sources : sources.slice(0, shownMax)
  return html`<${Loading} load=${load} what="the sources">
    <h3>${sources.length} source${sources.length === 1 ? '' : 's'}</h3>
    ${coverage?.limitations.map((words) => html`<p class="note">${words}</p>`)}
    <ul class="plain sources">${shown.map(
      ({ sourceId, title, kind, publishedAt, provenance, extraction }) => html`<li key=${sourceId}>
        ${
          extraction.storedChars > 0
            ? html`<button type="button" class="link" onClick=${() => onOpen({ sourceId })}>${title ?? sourceId}</button>`
            : html`<span>${title ?? sourceId} <em class="hint">no text yet (${extraction.readiness})</em></span>`
        }
        <span class="hint">${[provenance.publisher, publishedAt, kinds[kind]].filter(Boolean).join(' · ')}</span>
      </li>`,
    )}</ul>
    ${shown.length < sources.length && html`<button type="button" class="quiet" onClick=${() => setWhole(true)}>Show all ${sources.length}</button>`}
  </${Loading}>`
}
