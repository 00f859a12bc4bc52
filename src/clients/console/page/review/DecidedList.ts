import { useState } from 'preact/hooks'
import { call } from '../api/call.ts'
import { readAllPages } from '../api/pages.ts'
import { useLoad } from '../api/use-load.ts'
import { useArtist } from '../artist.ts'
import { html } from '../html.ts'
import { Loading } from '../parts/Loading.ts'
import { type Candidate, nameCandidate } from './decisions.ts'

const curations = {
  approved: 'Approved',
  declined: 'Declined',
  wrong_artist: 'Turned down: another artist',
  incorrect: 'Turned down: incorrect',
} as const

type Props = { about: unknown; isBusy: boolean; onReopen: (candidate: Candidate) => Promise<void> }

/** What was decided, with a way to take each decision back. Read when it is opened, and when `about` changes. */
export function DecidedList(props: Props) {
  const [isOpen, setOpen] = useState(false)
  return html`<section>
    <button type="button" class="quiet" aria-expanded=${isOpen} onClick=${() => setOpen(!isOpen)}>
      ${isOpen ? 'Hide what was decided' : 'Show what was decided'}
    </button>
    ${isOpen && html`<${Decided} ...${props} />`}
  </section>`
}

function Decided({ about, isBusy, onReopen }: Props) {
  const id = useArtist()
  const load = useLoad(() => readDecided(id), [id, about])
  const decided = load.data ?? []
  return html`<${Loading} load=${load} what="what was decided">
    ${decided.length === 0 && html`<p class="hint">Nothing has been decided yet.</p>`}
    ${decided.map(
      (candidate) => html`<article class="card" key=${candidate.id}>
        <p><strong>${curations[candidate.curation as keyof typeof curations]}</strong>: ${nameCandidate(candidate)}</p>
        <button type="button" disabled=${isBusy} aria-label="Take back the decision about ${nameCandidate(candidate)}" onClick=${() => onReopen(candidate)}>Take it back</button>
      </article>`,
    )}
  </${Loading}>`
}

async function readDecided(id: string): Promise<Candidate[]> {
  const lists: Candidate[] = []
  for (const curation of Object.keys(curations) as (keyof typeof curations)[]) {
    const pages = await readAllPages((cursor) =>
      call('listDiscoveries', { path: { id }, query: { curation, ...(cursor !== undefined && { cursor }) } }),
    )
    lists.push(...pages.flatMap(({ candidates }) => candidates))
  }
  return lists
}
