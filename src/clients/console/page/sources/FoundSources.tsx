import { client, listAll, type Schemas, useArtist, useLoad } from '../api/index.ts'
import { Action, Fold, Loading, OutsideLink, Section, useFocusWhenLost } from '../parts/index.ts'
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

type Props = { about: unknown; onDecided: () => unknown }

export const FoundSources = (props: Props) => (
  <Section title="Found for you">
    <Candidates curations={['pending']} {...props} />
    <Fold title="What you have decided">
      {() => <Candidates curations={decisions.map(({ curation }) => curation)} {...props} />}
    </Fold>
  </Section>
)

function Candidates({ curations, about, onDecided }: Props & { curations: Curation[] }) {
  const { id, name } = useArtist()
  const load = useLoad(async () => {
    const path = { id }
    const lists = curations.map((curation) => listAll(client, 'listDiscoveries', { path, query: { curation } }))
    return (await Promise.all(lists)).flat()
  }, [id, about])
  useFocusWhenLost(load.data, ['.candidate button', 'summary'])
  return (
    <Loading load={load} what="what was found">
      {(candidates) =>
        candidates.length === 0 ? (
          <p class="empty">Nothing is here.</p>
        ) : (
          <>
            <p>Is each of these about {name}, and is it right? Only what you approve is used.</p>
            {candidates.map((candidate) => (
              <CandidateCard key={candidate.id} candidate={candidate} onDecided={onDecided} />
            ))}
          </>
        )
      }
    </Loading>
  )
}

function CandidateCard({ candidate, onDecided }: { candidate: Candidate; onDecided: () => unknown }) {
  const { id } = useArtist()
  const { id: candidateId, title, url, reason, evidenceId, revision, curation } = candidate
  const name = title?.trim() ? title : url
  const decide = (decision: Schemas['DiscoveryDecision']) => () =>
    client.call('reviewDiscovery', { path: { id, candidateId }, body: { revision, decision } })
  const shared = { about: name, onDone: onDecided }
  return (
    <article class="card stack candidate" aria-labelledby={`candidate-${candidateId}`}>
      <h3 id={`candidate-${candidateId}`}>{name}</h3>
      <p class="hint">
        <OutsideLink href={url} label={url} />
      </p>
      <p>{reason}</p>
      <div class="row">
        {curation === 'pending' ? (
          decisions.map(({ decision, label }) => (
            <Action
              key={decision}
              label={label}
              kind={decision === 'approve' ? 'primary' : undefined}
              work={decide(decision)}
              {...shared}
            />
          ))
        ) : (
          <>
            <span class="badge">{decisions.find((one) => one.curation === curation)?.label}</span>
            <Action label="Decide again" kind="link" work={decide('reopen')} {...shared} />
          </>
        )}
      </div>
      {evidenceId !== null && <Fold title="Read it">{() => <SourceReader sourceId={evidenceId} />}</Fold>}
    </article>
  )
}
