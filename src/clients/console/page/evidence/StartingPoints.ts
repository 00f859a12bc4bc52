import { html } from '../html.ts'
import type { CitedOriginal } from './SourceReader.ts'
import { nameSource } from './source-name.ts'
import type { StartingPoint } from './starting-points.ts'

type Props = {
  points: StartingPoint[]
  onCite: (reference: CitedOriginal) => void
  onOpen: (original: { sourceId: string; revision: string; marked: { start: number; end: number } }) => void
}

/** Passages that could begin a question. */
export const StartingPoints = ({ points, onCite, onOpen }: Props) =>
  points.length > 0 &&
  html`<section aria-labelledby="starting-points-title">
    <h3 id="starting-points-title">Not asked about yet</h3>
    <p class="hint">No question of this sitting cites these texts. A question could begin here.</p>
    <ul class="plain sources">${points.map(
      ({ source, reference }) => html`<li key=${source.sourceId}>
        <p class="about">${nameSource(source)}</p>
        <blockquote>${reference.quote}</blockquote>
        <div class="row">
          <button type="button" onClick=${() => onCite(reference)}>Ask about it<span class="unseen">: ${reference.quote.slice(0, 60)}</span></button>
          <button type="button" class="quiet" onClick=${() => onOpen({ sourceId: source.sourceId, revision: reference.revision, marked: reference })}>Read around it<span class="unseen">: ${nameSource(source)}</span></button>
        </div>
      </li>`,
    )}</ul>
  </section>`
