import { useState } from 'preact/hooks'
import { call } from '../api/call.ts'
import type { Schemas } from '../api/shapes.ts'
import { useSave } from '../api/use-save.ts'
import { useArtist } from '../artist.ts'
import { SourceReader } from '../evidence/SourceReader.ts'
import { html } from '../html.ts'
import { SaveStatus } from '../parts/SaveStatus.ts'
import { decisions } from './decisions.ts'

const identities = {
  confirmed: 'is about this artist',
  unresolved: 'may be about this artist',
  wrong_artist: 'is about another person',
} as const
const destinations = { lore: 'becomes evidence', link: 'becomes a link on the artist’s page' } as const

/** One thing that was found, with its text, and the four decisions; each is made about the revision that is shown. */
export function CandidateCard({
  candidate,
  onDecided,
}: {
  candidate: Schemas['DiscoveryCandidate']
  onDecided: (words: string) => Promise<void>
}) {
  const id = useArtist()
  const { saving, run, isBusy } = useSave()
  const [isOpen, setOpen] = useState(false)
  const { id: candidateId, title, url, reason, identity, destination, revision, evidenceId } = candidate
  const headingId = `candidate-${candidateId}`
  async function decide(decision: keyof typeof decisions) {
    const refusal = await run(() =>
      call('reviewDiscovery', { path: { id, candidateId }, body: { revision, decision } }),
    )
    const name = title ?? url
    if (refusal === undefined) await onDecided(`${decisions[decision].done}: ${name}`)
    else if (refusal.code === 'revision_changed')
      await onDecided(`“${name}” has changed since it was shown. Nothing was decided; look at it again`)
    else if (refusal.code === 'state_changed')
      await onDecided(`“${name}” was already decided by another reviewer; nothing was changed`)
  }
  return html`<article class="card" aria-labelledby=${headingId}>
    <h2 id=${headingId}>${title ?? url}</h2>
    <p class="about"><a href=${url} target="_blank" rel="noopener noreferrer">${url}<span class="unseen"> (opens elsewhere)</span></a></p>
    <p>${reason}</p>
    <p class="hint">As far as research can tell it ${identities[identity]}; approved, it ${destinations[destination]}.</p>
    ${
      evidenceId !== null &&
      html`<button type="button" class="quiet" aria-expanded=${isOpen} onClick=${() => setOpen(!isOpen)}>${isOpen ? 'Hide its text' : 'Read its text'}</button>
      ${isOpen && html`<${SourceReader} original=${{ sourceId: evidenceId, isFound: true }} />`}`
    }
    <div class="row decisions" role="group" aria-label="Decision about ${title ?? url}">
      ${Object.entries(decisions).map(([decision, { label, about }]) => html`<button type="button" class=${decision === 'approve' ? 'primary' : ''} title=${about} disabled=${isBusy} onClick=${() => decide(decision as keyof typeof decisions)}>${label}</button>`)}
    </div>
    <${SaveStatus} saving=${saving} failed="Nothing was decided" />
  </article>`
}
