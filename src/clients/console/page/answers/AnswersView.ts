import { useEffect, useState } from 'preact/hooks'
import { useLoad } from '../api/use-load.ts'
import { useArtist } from '../artist.ts'
import { html } from '../html.ts'
import { Heading } from '../parts/Heading.ts'
import { Loading } from '../parts/Loading.ts'
import { formatRoute, type ViewProps } from '../route.ts'
import { splitWords } from '../text/word-matches.ts'
import { filterByWords } from './filter.ts'
import { readSittings } from './history.ts'
import { SearchAnswers } from './SearchAnswers.ts'
import { SittingIndex } from './SittingIndex.ts'
import { SittingSection } from './SittingSection.ts'
import { toItem, toTitle } from './sittings.ts'
import { TakeAway } from './TakeAway.ts'

/** Every sitting with its questions and answers, the newest first; or the one that the address names. */
export function AnswersView({ item }: ViewProps) {
  const id = useArtist()
  const load = useLoad(() => readSittings(id), [id])
  const [query, setQuery] = useState('')
  useEffect(() => scrollTo(0, 0), [item])
  const all = load.data ?? []
  const named = item === undefined ? all : all.filter((group) => toItem(group) === item)
  const words = splitWords(query)
  const shown = words.length === 0 ? named : filterByWords(named, words)
  const [only] = item === undefined ? [] : named
  return html`<${Heading} key=${item}>${only === undefined ? 'Answers' : toTitle(only)}</${Heading}>
    ${item !== undefined && html`<p class="screen-only"><a href=${formatRoute(id, 'answers')}>All sittings and answers</a></p>`}
    <${Loading} load=${load} what="the answers">
      ${all.length === 0 && html`<p class="hint">No question has been asked yet. The first sitting starts under Sitting.</p>`}
      ${item !== undefined && only === undefined && html`<p class="note">There is no question of a sitting “${item}”.</p>`}
      ${item === undefined && all.length > 1 && html`<${SittingIndex} groups=${all} />`}
      ${named.length > 0 && html`<${SearchAnswers} query=${query} onQuery=${setQuery} all=${named} shown=${shown} />`}
      ${shown.length > 0 && html`<${TakeAway} groups=${shown} what=${words.length > 0 ? 'what matches' : only === undefined ? 'all' : 'this sitting'} />`}
      ${shown.map((group) => html`<${SittingSection} key=${toItem(group)} group=${group} words=${words} isAlone=${only !== undefined} onChange=${load.reload} />`)}
    </${Loading}>`
}
