import { html } from '../html.ts'
import { countQuestions } from './filter.ts'
import type { SittingGroup } from './sittings.ts'

type Props = {
  query: string
  onQuery: (query: string) => void
  all: readonly SittingGroup[]
  shown: readonly SittingGroup[]
}

/** Looks through the questions and answers that the page holds, with each key. */
export function SearchAnswers({ query, onQuery, all, shown }: Props) {
  const count = countQuestions(shown)
  return html`<form class="search-answers" role="search" onSubmit=${(event: Event) => event.preventDefault()}>
    <label><span class="unseen">Search the questions and answers</span>
      <input type="search" placeholder="Search the questions and answers" value=${query}
        onInput=${(event: Event) => onQuery((event.currentTarget as HTMLInputElement).value)} /></label>
    <p class="hint" role="status">${
      query.trim() === ''
        ? ''
        : `${count === 0 ? 'None' : count} of ${countQuestions(all)} questions ${count === 1 ? 'matches' : 'match'} “${query.trim()}”`
    }</p>
  </form>`
}
