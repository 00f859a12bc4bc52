import { useState } from 'preact/hooks'
import { call } from '../api/call.ts'
import { readAllPages } from '../api/pages.ts'
import type { Schemas } from '../api/shapes.ts'
import { useLoad } from '../api/use-load.ts'
import { useSave } from '../api/use-save.ts'
import { useArtist } from '../artist.ts'
import { html } from '../html.ts'
import { Loading } from '../parts/Loading.ts'
import { SaveStatus } from '../parts/SaveStatus.ts'

type Candidate = Schemas['DiscoveryCandidate']

const curations = {
  approved: 'Approved',
  declined: 'Declined',
  wrong_artist: 'Turned down: another artist',
  incorrect: 'Turned down: incorrect',
} as const

/** What was decided, with a way to take each decision back. Read when the reviewer opens it. */
export function DecidedList({ onReopened }: { onReopened: (words: string) => Promise<void> }) {
  const [isOpen, setOpen] = useState(false)
  return html`<section>
    <button type="button" class="quiet" aria-expanded=${isOpen} onClick=${() => setOpen(!isOpen)}>
      ${isOpen ? 'Hide what was decided' : 'Show what was decided'}
    </button>
    ${isOpen && html`<${Decided} onReopened=${onReopened} />`}
  </section>`
}

function Decided({ onReopened }: { onReopened: (words: string) => Promise<void> }) {
  const id = useArtist()
  const load = useLoad(async () => {
    const lists: Candidate[] = []
    for (const curation of Object.keys(curations) as (keyof typeof curations)[]) {
      const pages = await readAllPages((cursor) =>
        call('listDiscoveries', { path: { id }, query: { curation, ...(cursor !== undefined && { cursor }) } }),
      )
      lists.push(...pages.flatMap(({ candidates }) => candidates))
    }
    return lists
  }, [id])
  const decided = load.data ?? []
  return html`<${Loading} load=${load} what="what was decided">
    ${decided.length === 0 && html`<p class="hint">Nothing has been decided yet.</p>`}
    ${decided.map(
      (candidate) =>
        html`<${DecidedCard} key=${candidate.id} candidate=${candidate} onReopened=${async (words: string) => {
          await onReopened(words)
          await load.reload()
        }} />`,
    )}
  </${Loading}>`
}

function DecidedCard({
  candidate,
  onReopened,
}: {
  candidate: Candidate
  onReopened: (words: string) => Promise<void>
}) {
  const artistId = useArtist()
  const { saving, run, isBusy } = useSave()
  const { id: candidateId, title, url, curation, revision } = candidate
  const name = title ?? url
  async function reopen() {
    const body = { revision, decision: 'reopen' } as const
    const refusal = await run(() => call('reviewDiscovery', { path: { id: artistId, candidateId }, body }))
    if (refusal === undefined) await onReopened(`Waits again: ${name}`)
  }
  return html`<article class="card">
    <p><strong>${curations[curation as keyof typeof curations]}</strong>: ${name}</p>
    <button type="button" disabled=${isBusy} aria-label="Take back the decision about ${name}" onClick=${reopen}>Take it back</button>
    <${SaveStatus} saving=${saving} failed="Nothing was taken back" />
  </article>`
}
