import { useState } from 'preact/hooks'
import { client, listAll, type Schemas, useArtist, useLoad } from '../api/index.ts'
import { Action, Button, Loading, OutsideLink, Section, useFocusWhenLost } from '../parts/index.ts'
import { SourceReader } from './SourceReader.tsx'

type Candidate = Schemas['DiscoveryCandidate']
type Curation = Schemas['DiscoveryCuration']

/** What can be decided, with what each decision is called and makes of a candidate. */
const decisions: { decision: Schemas['DiscoveryDecision']; label: string; curation: Curation }[] = [
  { decision: 'approve', label: 'It is right', curation: 'approved' },
  { decision: 'decline', label: 'Leave it out', curation: 'declined' },
  { decision: 'wrong_artist', label: 'Not me', curation: 'wrong_artist' },
  { decision: 'incorrect', label: 'It is wrong', curation: 'incorrect' },
]

const nameCandidate = ({ title, url }: Candidate): string => (title?.trim() ? title : url)

const readCandidates = (id: string, curation: Curation) =>
  listAll(client, 'listDiscoveries', { path: { id }, query: { curation } })

type Props = { about: unknown; onDecided: () => unknown }

/** What research found and the artist has not decided about. */
export function FoundSources({ about, onDecided }: Props) {
  const { id, name } = useArtist()
  const load = useLoad(() => readCandidates(id, 'pending'), [id, about])
  useFocusWhenLost(load.data, ['.candidate button', '#decided'])
  async function reload() {
    await load.reload()
    onDecided()
  }
  return (
    <Section title="Found for you">
      <Loading load={load} what="what was found">
        {(candidates) => (
          <>
            <p class={candidates.length === 0 ? 'empty' : ''}>
              {candidates.length === 0
                ? 'Nothing is waiting for your decision.'
                : `Is each of these about ${name}, and is it right? Only what you approve is used.`}
            </p>
            {candidates.map((candidate) => (
              <CandidateCard key={candidate.id} candidate={candidate} onDecided={reload} />
            ))}
          </>
        )}
      </Loading>
      <Decided key={`${load.data?.length}`} onDecided={reload} />
    </Section>
  )
}

type DecisionProps = { candidate: Candidate; onDecided: () => Promise<void> }

/** A button that decides about a candidate. */
function Decide({ candidate, onDecided, ...button }: DecisionProps & (typeof decisions)[number]) {
  const { id } = useArtist()
  const { id: candidateId, revision } = candidate
  const { decision, label } = button
  const work = () => client.call('reviewDiscovery', { path: { id, candidateId }, body: { revision, decision } })
  const kind = decision === 'approve' ? 'primary' : decision === 'reopen' ? 'link' : undefined
  const about = nameCandidate(candidate)
  return <Action label={label} about={about} kind={kind} work={work} onDone={onDecided} failed="Nothing was decided" />
}

function CandidateCard({ candidate, onDecided }: DecisionProps) {
  const [isOpen, setOpen] = useState(false)
  const { id, url, reason, evidenceId } = candidate
  return (
    <article class="card stack candidate" aria-labelledby={`candidate-${id}`}>
      <h3 id={`candidate-${id}`}>{nameCandidate(candidate)}</h3>
      <p class="hint">
        <OutsideLink href={url} label={url} />
      </p>
      <p>{reason}</p>
      <div class="row">
        {decisions.map((one) => (
          <Decide key={one.decision} candidate={candidate} onDecided={onDecided} {...one} />
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
      {isOpen && evidenceId !== null && <SourceReader sourceId={evidenceId} />}
    </article>
  )
}

/** What was decided, with a way to take each decision back. */
function Decided({ onDecided }: Pick<DecisionProps, 'onDecided'>) {
  const { id } = useArtist()
  const [isOpen, setOpen] = useState(false)
  const load = useLoad(async () => {
    const lists = isOpen ? decisions.map(({ curation }) => readCandidates(id, curation)) : []
    return (await Promise.all(lists)).flat()
  }, [id, isOpen])
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary id="decided">What you have decided</summary>
      <Loading load={load} what="your decisions">
        {(candidates) => (
          <ul class="plain tight">
            {candidates.map((candidate) => (
              <li key={candidate.id} class="split">
                {decisions.find(({ curation }) => curation === candidate.curation)?.label}: {nameCandidate(candidate)}
                <Decide
                  candidate={candidate}
                  onDecided={onDecided}
                  decision="reopen"
                  label="Decide again"
                  curation="pending"
                />
              </li>
            ))}
          </ul>
        )}
      </Loading>
    </details>
  )
}
