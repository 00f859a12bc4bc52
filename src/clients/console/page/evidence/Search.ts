import { useState } from 'preact/hooks'
import { call } from '../api/call.ts'
import { type RequestError, toRequestError } from '../api/request-error.ts'
import type { OperationOutput, Schemas } from '../api/shapes.ts'
import { useArtist } from '../artist.ts'
import { html } from '../html.ts'
import { ErrorMessage } from '../parts/ErrorMessage.ts'
import { findExtract } from '../text/extract.ts'
import { MatchedText } from '../text/MatchedText.ts'
import { findQueryMatches } from '../text/query-matches.ts'
import type { TextRange } from '../text/windows.ts'
import { citePassage } from './cite-passage.ts'
import type { CitedOriginal } from './SourceReader.ts'
import { nameSource } from './source-name.ts'

/** About four lines of the panel. */
const extractUnitsMax = 320

type Found = { asked: string; result?: OperationOutput<'searchArtistEvidence'>; refusal?: RequestError }
type Open = (original: { sourceId: string; revision: string; marked: TextRange }) => void

type Cite = (reference: CitedOriginal) => void

/** Looks through the stored texts; each passage opens in its text, marked, or is cited as it was found. */
export function Search({ onOpen, onCite }: { onOpen: Open; onCite: Cite }) {
  const id = useArtist()
  const [query, setQuery] = useState('')
  const [found, setFound] = useState<Found>()
  async function search(event?: Event) {
    event?.preventDefault()
    if (query.trim() === '') return
    setFound({ asked: query })
    await call('searchArtistEvidence', { path: { id }, query: { query, limit: 8, maxChars: 8000 } }).then(
      (result) => setFound({ asked: query, result }),
      (error) => setFound({ asked: query, refusal: toRequestError(error) }),
    )
  }
  const passages = found?.result?.passages
  return html`
    <form class="row" role="search" onSubmit=${search}>
      <label class="grow"><span class="unseen">Search the evidence</span>
        <input type="search" maxlength="500" placeholder="Search the evidence" value=${query}
          onInput=${(event: Event) => setQuery((event.currentTarget as HTMLInputElement).value)} /></label>
      <button type="submit">Search</button>
    </form>
    <p class="hint" role="status">${
      found === undefined
        ? ''
        : passages === undefined
          ? found.refusal === undefined && 'Searching…'
          : `${passages.length === 0 ? 'No passage' : `${passages.length} passage${passages.length === 1 ? '' : 's'}`} for “${found.asked}”, out of ${found.result?.coverage.searchedSources} texts`
    }</p>
    <${ErrorMessage} takesFocus refusal=${found?.refusal} onAgain=${() => void search()} />
    <ul class="plain" aria-label="Passages found">${passages?.map(
      (passage) =>
        html`<${Hit} key=${passage.source.sourceId + passage.start} passage=${passage} asked=${found?.asked} onOpen=${onOpen} onCite=${onCite} />`,
    )}</ul>`
}

type HitProps = { passage: Schemas['KnowledgePassage']; asked: string; onOpen: Open; onCite: Cite }

/** What is shown of a passage is what is cited of it. */
function Hit({ passage, asked, onOpen, onCite }: HitProps) {
  const { source, revision } = passage
  const name = nameSource(source)
  const extract = findExtract(passage.text, findQueryMatches(passage.text, asked), extractUnitsMax)
  const text = passage.text.slice(extract.start, extract.end)
  const [start, end] = [passage.start + extract.start, passage.start + extract.end]
  const reference = citePassage({ ...passage, start, text })
  return html`<li class="hit">
    <p class="about">${name}</p>
    <p>${extract.start > 0 && '… '}<span class="quoted"><${MatchedText} text=${text} matches=${findQueryMatches(text, asked)} /></span>${extract.end < passage.text.length && ' …'}</p>
    <div class="row">
      ${reference && html`<button type="button" onClick=${() => onCite(reference)}>Cite it<span class="unseen">: ${text.slice(0, 60)}</span></button>`}
      <button type="button" class="quiet" onClick=${() => onOpen({ sourceId: source.sourceId, revision, marked: { start, end } })}>Open in its text<span class="unseen">: ${name}</span></button>
    </div>
  </li>`
}
