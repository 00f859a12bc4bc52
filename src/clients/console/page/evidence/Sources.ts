import { useState } from 'preact/hooks'
import { call } from '../api/call.ts'
import { readAllPages } from '../api/pages.ts'
import type { Schemas } from '../api/shapes.ts'
import type { LoadState } from '../api/use-load.ts'
import { html } from '../html.ts'
import { Loading } from '../parts/Loading.ts'
import { nameSource, sourceKinds } from './source-name.ts'

const shownMax = 20

type SourceListing = { sources: Schemas['Source'][]; coverage: Schemas['Coverage'] | undefined }

/** Every source of the artist, as the contract lists it. */
export async function readSources(id: string): Promise<SourceListing> {
  const pages = await readAllPages(async (cursor) => {
    const { sources, coverage, budget } = await call('listArtistSources', {
      path: { id },
      query: { cursor } as object,
    })
    return { sources, coverage, nextCursor: budget.nextCursor }
  })
  return { sources: pages.flatMap(({ sources }) => sources), coverage: pages[0]?.coverage }
}

const readinessLabels: Record<Schemas['ExtractionReadiness'], string> = {
  ready: 'without text',
  queued: 'its text is about to be read',
  running: 'its text is being read',
  failed: 'its text could not be read',
  unknown: 'no text yet',
}

type Props = { load: LoadState<SourceListing>; onOpen: (original: { sourceId: string }) => void }

/** Everything that may be cited, and what cannot be read yet. */
export function Sources({ load, onOpen }: Props) {
  const [isWhole, setWhole] = useState(false)
  const { sources = [], coverage } = load.data ?? {}
  const shown = isWhole ? sources : sources.slice(0, shownMax)
  return html`<${Loading} load=${load} what="the sources">
    <h3>${sources.length} source${sources.length === 1 ? '' : 's'}</h3>
    ${coverage?.limitations.map((words) => html`<p class="note">${words}</p>`)}
    <ul class="plain sources">${shown.map(
      ({ kind, publishedAt, provenance, extraction, ...source }) => html`<li key=${source.sourceId}>
        ${
          extraction.storedChars > 0
            ? html`<button type="button" class="link" onClick=${() => onOpen({ sourceId: source.sourceId })}>${nameSource({ kind, ...source })}</button>`
            : html`<span>${nameSource({ kind, ...source })} <em class="hint">${readinessLabels[extraction.readiness]}</em></span>`
        }
        <span class="hint">${[provenance.publisher, publishedAt, sourceKinds[kind]].filter(Boolean).join(' · ')}</span>
      </li>`,
    )}</ul>
    ${shown.length < sources.length && html`<button type="button" class="quiet" onClick=${() => setWhole(true)}>Show all ${sources.length}</button>`}
  </${Loading}>`
}
