import { useState } from 'preact/hooks'
import { call } from '../api/call.ts'
import { readAllPages } from '../api/pages.ts'
import { useLoad } from '../api/use-load.ts'
import { useArtist } from '../artist.ts'
import { html } from '../html.ts'
import { Heading } from '../parts/Heading.ts'
import { Loading } from '../parts/Loading.ts'
import { formatRoute } from '../route.ts'
import { CandidateCard } from './CandidateCard.ts'
import { DecidedList } from './DecidedList.ts'
import { decisions } from './decisions.ts'

/** What research has found and is not decided yet, the oldest first. */
export function ReviewView() {
  const id = useArtist()
  const load = useLoad(async () => {
    const pages = await readAllPages((cursor) =>
      call('listDiscoveries', { path: { id }, query: cursor === undefined ? {} : { cursor } }),
    )
    return pages.flatMap(({ candidates }) => candidates)
  }, [id])
  const [message, setMessage] = useState('')
  const candidates = load.data ?? []
  return html`<${Heading}>Review</${Heading}>
    <p>What research has found about the artist. What is approved can be cited and feeds the Lore; nothing else does.</p>
    <p role="status" class="ok">${message}</p>
    <${Loading} load=${load} what="the review queue">
      ${
        candidates.length === 0
          ? html`<p class="hint">Nothing waits for a decision. What research is doing is shown under <a href=${formatRoute(id, 'research')}>Research</a>.</p>`
          : html`<p class="hint">${candidates.length} waiting</p>
      <dl class="card choices">${Object.values(decisions).map(({ label, about }) => html`<div><dt>${label}:</dt><dd>${about}</dd></div>`)}</dl>`
      }
      ${candidates.map(
        (candidate) =>
          html`<${CandidateCard} key=${candidate.id} candidate=${candidate} onDecided=${async (words: string) => {
            setMessage(words)
            await load.reload()
          }} />`,
      )}
    </${Loading}>
    <${DecidedList} onReopened=${async (words: string) => {
      setMessage(words)
      await load.reload()
    }} />`
}
