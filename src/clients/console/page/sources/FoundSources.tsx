import { useEffect, useState } from 'preact/hooks'
import { listAll } from '../../../typescript/index.ts'
import { useArtist } from '../api/artist.ts'
import { client, type Schemas } from '../api/client.ts'
import { useLoad } from '../api/use-load.ts'
import { isConflict, useSave } from '../api/use-save.ts'
import { Loading } from '../parts/Loading.tsx'
import { SaveStatus } from '../parts/SaveStatus.tsx'
import { useFocusWhenLost } from '../parts/use-focus-when-lost.ts'
import { type Candidate, type Decision, decided, decisionByKey, decisions, nameCandidate } from './decisions.ts'
import { SourceReader } from './SourceReader.tsx'

/** What research found and the artist has not decided about; read and decided with a pointer or with keys. */
export function FoundSources({ about, onDecided }: { about: unknown; onDecided: () => unknown }) {
  const { id, name } = useArtist()
  const load = useLoad(() => listAll(client, 'listDiscoveries', { path: { id }, query: { limit: 20 } }), [id, about])
  const { saving, run, isBusy } = useSave()
  const [last, setLast] = useState<Candidate>()
  useFocusWhenLost(load.data, ['.candidate', '#undo-decision'])
  async function review({ id: candidateId, revision }: Candidate, decision: Schemas['DiscoveryDecision']) {
    let next: Candidate | undefined
    const failure = await run(async () => {
      const path = { id, candidateId }
      next = (await client.call('reviewDiscovery', { path, body: { revision, decision } })).candidate
    }, '')
    if (failure !== undefined && !isConflict(failure)) return
    setLast(decision === 'reopen' ? undefined : next)
    await load.reload()
    onDecided()
  }
  const lastWords =
    last !== undefined && last.curation !== 'pending' && `${decided[last.curation]}: ${nameCandidate(last)}`
  return (
    <section aria-labelledby="found-title">
      <h2 id="found-title">Found for you</h2>
      <div class="row">
        <p role="status" class="good">
          {lastWords}
        </p>
        {last !== undefined && (
          <button type="button" id="undo-decision" disabled={isBusy} onClick={() => review(last, 'reopen')}>
            Undo
          </button>
        )}
      </div>
      <SaveStatus saving={saving} failed="Nothing was decided" />
      <Loading load={load} what="what was found">
        {(candidates) =>
          candidates.length === 0 ? (
            <p class="empty">Nothing is waiting for your decision.</p>
          ) : (
            <>
              <p>
                Is each of these about <strong>{name}</strong>, and is it right? Only what you approve is used.
              </p>
              <details>
                <summary>What the four buttons say, and their keys</summary>
                <ul>
                  {Object.values(decisions).map(({ label, key, explain }) => (
                    <li key={key}>
                      {label} (<kbd>{key}</kbd>): {explain}.
                    </li>
                  ))}
                </ul>
              </details>
              {candidates.map((candidate) => (
                <CandidateCard key={candidate.id} candidate={candidate} isBusy={isBusy} onDecide={review} />
              ))}
            </>
          )
        }
      </Loading>
      <DecidedList about={load.data} isBusy={isBusy} onReopen={(candidate) => review(candidate, 'reopen')} />
    </section>
  )
}

type CardProps = {
  candidate: Candidate
  isBusy: boolean
  onDecide: (candidate: Candidate, decision: Decision) => unknown
}

function CandidateCard({ candidate, isBusy, onDecide }: CardProps) {
  const [isOpen, setOpen] = useState(false)
  const { id, url, reason, evidenceId } = candidate
  const name = nameCandidate(candidate)
  function onKey(event: KeyboardEvent) {
    const decision = decisionByKey.get(event.key)
    if (decision === undefined || event.ctrlKey || event.metaKey || event.altKey || isBusy) return
    event.preventDefault()
    onDecide(candidate, decision)
  }
  return (
    <article class="card stack candidate" tabindex={0} aria-labelledby={`candidate-${id}`} onKeyDown={onKey}>
      <h3 id={`candidate-${id}`}>{name}</h3>
      <p class="hint">
        <a href={url} target="_blank" rel="noopener noreferrer">
          {url}
          <span class="unseen"> (opens a new tab)</span>
        </a>
      </p>
      <p>{reason}</p>
      <div class="row">
        {Object.entries(decisions).map(([decision, { label, key, explain }]) => (
          <button
            key={decision}
            type="button"
            class={decision === 'approve' ? 'primary' : ''}
            title={explain}
            aria-keyshortcuts={key}
            disabled={isBusy}
            onClick={() => onDecide(candidate, decision as Decision)}
          >
            {label}
          </button>
        ))}
        {evidenceId !== null && (
          <button type="button" class="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Hide its text' : 'Read it'}
          </button>
        )}
      </div>
      {isOpen && evidenceId !== null && <SourceReader original={{ kind: 'found', id: evidenceId }} />}
    </article>
  )
}

type DecidedProps = { about: unknown; isBusy: boolean; onReopen: (candidate: Candidate) => unknown }

/** What was decided, with a way to take each decision back. */
function DecidedList({ about, isBusy, onReopen }: DecidedProps) {
  const { id } = useArtist()
  const [isOpen, setOpen] = useState(false)
  const load = useLoad(async () => (isOpen ? await readDecided(id) : []), [id, isOpen])
  useEffect(() => {
    if (isOpen) void load.reload()
  }, [about])
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>What you have decided</summary>
      <Loading load={load} what="your decisions">
        {(candidates) => (
          <ul class="plain tight">
            {candidates.length === 0 && !load.isBusy && <li class="hint">Nothing yet.</li>}
            {candidates.map((candidate) => (
              <li key={candidate.id} class="split">
                <span>
                  {candidate.curation !== 'pending' && <span class="badge">{decided[candidate.curation]}</span>}{' '}
                  {nameCandidate(candidate)}
                </span>
                <button type="button" class="link" disabled={isBusy} onClick={() => onReopen(candidate)}>
                  Decide again<span class="unseen"> about {nameCandidate(candidate)}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </Loading>
    </details>
  )
}

async function readDecided(id: string): Promise<Candidate[]> {
  const curations = Object.keys(decided) as (keyof typeof decided)[]
  const lists = curations.map((curation) => listAll(client, 'listDiscoveries', { path: { id }, query: { curation } }))
  return (await Promise.all(lists)).flat()
}
