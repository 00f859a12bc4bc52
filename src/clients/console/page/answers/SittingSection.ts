import { useArtist } from '../artist.ts'
import { html } from '../html.ts'
import { Timestamp } from '../parts/Timestamp.ts'
import { formatRoute } from '../route.ts'
import { HistoryQuestion } from './HistoryQuestion.ts'
import { type SittingGroup, toItem, toTitle } from './sittings.ts'

type Props = { group: SittingGroup; words: readonly string[]; isAlone: boolean; onChange: () => Promise<void> }

/** One sitting: when it was, its state, and its questions in the order in which they were asked. */
export function SittingSection({ group, words, isAlone, onChange }: Props) {
  const id = useArtist()
  const { sitting, state, startedAt, summary, questions } = group
  const titleId = `sitting-${toItem(group)}`
  return html`<section class="sitting" aria-labelledby=${titleId}>
    <h2 id=${titleId}>${isAlone ? 'Questions and answers' : html`<a href=${formatRoute(id, 'answers', toItem(group))}>${toTitle(group)}</a>`}
      ${state !== null && html` <span class="badge ${state}">${state}</span>`}</h2>
    <p class="hint">${startedAt && html`<${Timestamp} at=${startedAt} /> · `}${summary}
      ${state === 'active' && html`<span class="screen-only"> · <a href=${formatRoute(id, 'sitting')}>go on with it</a></span>`}</p>
    ${sitting === null && html`<p class="hint">Asked in the onboarding, or brought in from earlier days.</p>`}
    ${questions.map((asked) => html`<${HistoryQuestion} key=${asked.id} asked=${asked} words=${words} onChange=${onChange} />`)}
  </section>`
}
