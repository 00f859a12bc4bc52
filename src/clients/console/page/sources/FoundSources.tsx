import { useState } from 'preact/hooks'
import { listAll } from '../../../typescript/index.ts'
import { client, isConflict, type Schemas, useArtist, useLoad, useSave } from '../api/index.ts'
import { Button, Loading, OutsideLink, SaveStatus, Section, useFocusWhenLost } from '../parts/index.ts'
import { type Candidate, curations, type Decision, decisionByKey, decisions, nameCandidate } from './decisions.ts'
import { SourceReader } from './SourceReader.tsx'

const keysInWords = `Keys: ${Object.values(decisions)
  .map(({ label, key }) => `${key} for “${label}”`)
  .join(', ')}.`

type Review = (candidate: Candidate, decision: Schemas['DiscoveryDecision']) => Promise<void>

/** What research found and the artist has not decided about; read and decided with a pointer or with keys. */
export function FoundSources({ about, onDecided }: { about: unknown; onDecided: () => unknown }) {
  const { id, name } = useArtist()
  const load = useLoad(() => readCandidates(id, 'pending'), [id, about])
  const { saving, run, isBusy } = useSave()
  const [last, setLast] = useState<Candidate>()
  useFocusWhenLost(load.data, ['.candidate', '#undo-decision'])
  const review: Review = async ({ id: candidateId, revision }, decision) => {
    if (isBusy) return
    let next: Candidate | undefined
    const failure = await run(async () => {
      const input = { path: { id, candidateId }, body: { revision, decision } }
      next = (await client.call('reviewDiscovery', input)).candidate
    }, '')
    if (failure !== undefined && !isConflict(failure)) return
    setLast(decision === 'reopen' ? undefined : next)
    await load.reload()
    onDecided()
  }
  return (
    <Section title="Found for you">
      <div class="row">
        <p role="status" class="good">
          {last !== undefined && `${curations[last.curation]}: ${nameCandidate(last)}`}
        </p>
        {last !== undefined && <Button id="undo-decision" label="Undo" onClick={() => review(last, 'reopen')} />}
      </div>
      <SaveStatus saving={saving} failed="Nothing was decided" />
      <Loading load={load} what="what was found">
        {(candidates) => (
          <>
            {candidates.length === 0 && <p class="empty">Nothing is waiting for your decision.</p>}
            {candidates.length > 0 && (
              <p>
                Is each of these about <strong>{name}</strong>, and is it right? Only what you approve is used.{' '}
                <span class="hint wide-only">{keysInWords}</span>
              </p>
            )}
            {candidates.map((candidate) => (
              <CandidateCard key={candidate.id} candidate={candidate} isBusy={isBusy} onReview={review} />
            ))}
          </>
        )}
      </Loading>
      <Decided key={`${load.data?.length}`} onReview={review} />
    </Section>
  )
}

type CardProps = { candidate: Candidate; isBusy: boolean; onReview: Review }

function CandidateCard({ candidate, isBusy, onReview }: CardProps) {
  const [isOpen, setOpen] = useState(false)
  const { id, url, reason, evidenceId } = candidate
  const name = nameCandidate(candidate)
  function onKey(event: KeyboardEvent) {
    const decision = decisionByKey.get(event.key)
    if (decision === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    void onReview(candidate, decision)
  }
  return (
    <article class="card stack candidate" tabindex={0} aria-labelledby={`candidate-${id}`} onKeyDown={onKey}>
      <h3 id={`candidate-${id}`}>{name}</h3>
      <p class="hint">
        <OutsideLink href={url} label={url} />
      </p>
      <p>{reason}</p>
      <div class="row">
        {Object.entries(decisions).map(([decision, { label, key, explain }]) => (
          <Button
            key={decision}
            label={label}
            about={name}
            {...(decision === 'approve' && { kind: 'primary' })}
            title={explain}
            aria-keyshortcuts={key}
            disabled={isBusy}
            onClick={() => onReview(candidate, decision as Decision)}
          />
        ))}
        {evidenceId !== null && (
          <Button
            label={isOpen ? 'Hide its text' : 'Read it'}
            kind="quiet"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          />
        )}
      </div>
      {isOpen && evidenceId !== null && <SourceReader original={{ kind: 'found', id: evidenceId }} />}
    </article>
  )
}

/** What was decided, with a way to take each decision back. */
function Decided({ onReview }: { onReview: Review }) {
  const { id } = useArtist()
  const [isOpen, setOpen] = useState(false)
  const load = useLoad(async () => (isOpen ? await readCandidates(id, ...decidedCurations) : []), [id, isOpen])
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>What you have decided</summary>
      <Loading load={load} what="your decisions">
        {(candidates) => (
          <ul class="plain tight">
            {candidates.map((candidate) => (
              <li key={candidate.id} class="split">
                <span>{`${curations[candidate.curation]}: ${nameCandidate(candidate)}`}</span>
                <Button
                  label="Decide again"
                  about={nameCandidate(candidate)}
                  kind="link"
                  onClick={() => onReview(candidate, 'reopen')}
                />
              </li>
            ))}
          </ul>
        )}
      </Loading>
    </details>
  )
}

type Curation = Schemas['DiscoveryCuration']

const decidedCurations: Curation[] = ['approved', 'declined', 'wrong_artist', 'incorrect']

async function readCandidates(id: string, ...wanted: Curation[]): Promise<Candidate[]> {
  const lists = wanted.map((curation) => listAll(client, 'listDiscoveries', { path: { id }, query: { curation } }))
  return (await Promise.all(lists)).flat()
}
