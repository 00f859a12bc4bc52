import type { SaveState } from '../api/use-save.ts'
import { useArtistName } from '../artist.ts'
import { SourceReader } from '../evidence/SourceReader.ts'
import { html } from '../html.ts'
import { SaveStatus } from '../parts/SaveStatus.ts'
import { type Candidate, type Decision, decisions, describeCandidate, nameCandidate } from './decisions.ts'

export const buildCardId = (candidateId: string) => `card-${candidateId}`

type Props = {
  candidate: Candidate
  isOpen: boolean
  onOpen: () => void
  onDecide: (decision: Decision) => void
  saving: SaveState
  isBusy: boolean
}

/** One thing that was found, with its text, and the four decisions; each is made about the revision that is shown. */
export function CandidateCard({ candidate, isOpen, onOpen, onDecide, saving, isBusy }: Props) {
  const artist = useArtistName()
  const { id, url, reason, evidenceId } = candidate
  const name = nameCandidate(candidate)
  const headingId = `candidate-${id}`
  return html`<article class="card candidate" id=${buildCardId(id)} tabindex="-1" aria-labelledby=${headingId}>
    <h2 id=${headingId}>${name}</h2>
    <p class="about"><a href=${url} target="_blank" rel="noopener noreferrer">${url}<span class="unseen"> (opens elsewhere)</span></a></p>
    <p>${reason}</p>
    <p>${describeCandidate(candidate, artist)}</p>
    ${
      evidenceId !== null &&
      html`<button type="button" class="quiet" aria-expanded=${isOpen} aria-keyshortcuts="o" onClick=${onOpen}>${isOpen ? 'Hide its text' : 'Read its text'}</button>
      ${isOpen && html`<${SourceReader} original=${{ sourceId: evidenceId, isFound: true }} />`}`
    }
    <div class="row decisions" role="group" aria-label="Decision about ${name}">
      ${Object.entries(decisions).map(
        ([decision, { label, key, explain }]) =>
          html`<button type="button" class=${decision === 'approve' ? 'primary' : ''} title=${explain(artist)} aria-keyshortcuts=${key} disabled=${isBusy} onClick=${() => onDecide(decision as Decision)}>${label}</button>`,
      )}
    </div>
    <${SaveStatus} saving=${saving} failed="Nothing was decided" />
  </article>`
}
