import { client, type Schemas, useArtist, useDraft, useLoad } from '../api/index.ts'
import { bounds, formatPublished, isWithinBounds, joinFacts, Loading, OutsideLink, SaveForm } from '../parts/index.ts'
import { Found } from '../text/marked.tsx'
import { ReadButton } from './SourceReader.tsx'

type Need = Schemas['EvidenceNeed']

const needs: Record<Need, string> = {
  reporting: 'What was written about it',
  release_date: 'When it was released',
  credits: 'Who took part',
  social_caption: 'What you posted about it',
  spoken_content: 'What was said about it',
}

type Props = { about: number; onAsked: () => Promise<void> }

export function QuestionResearch({ about, onAsked }: Props) {
  const { id } = useArtist()
  const draft = useDraft(`research/${id}`, { topic: '', evidenceNeed: 'reporting' as Need })
  const asked = useDraft<Asked | null>(`researched/${id}`, null)
  const { topic, evidenceNeed } = draft.value
  const isReady = isWithinBounds(topic, bounds.QuestionTopic)
  async function ask() {
    const { jobId } = await client.call('requestQuestionResearch', { path: { id }, body: { topic, evidenceNeed } })
    asked.set({ jobId, topic, evidenceNeed })
  }
  return (
    <>
      <h3>Look for one thing</h3>
      <SaveForm label="Look for it" isReady={isReady} save={ask} onEnd={onAsked}>
        <div class="field">
          <label for="topic">What is it about?</label>
          <input
            id="topic"
            value={topic}
            onInput={({ currentTarget: { value } }) => draft.set({ evidenceNeed, topic: value })}
          />
        </div>
        <div class="field">
          <label for="need">What would you like to know?</label>
          <select
            id="need"
            value={evidenceNeed}
            onChange={({ currentTarget }) => draft.set({ topic, evidenceNeed: currentTarget.value as Need })}
          >
            {Object.entries(needs).map(([need, label]) => (
              <option key={need} value={need} label={label} />
            ))}
          </select>
        </div>
      </SaveForm>
      {asked.value !== null && <Findings key={asked.value.jobId} about={about} {...asked.value} />}
    </>
  )
}

type Asked = { jobId: string; topic: string; evidenceNeed: Need }

/** Read again when `about` changes: after a slice of the research, and after a decision about what was found. */
function Findings({ about, jobId, topic, evidenceNeed }: Asked & { about: number }) {
  const { id } = useArtist()
  const load = useLoad(() => client.call('readQuestionResearch', { path: { id, jobId } }), [id, jobId, about])
  return (
    <Loading load={load} what="what was found">
      {({ stage, message, references, limitations }) => {
        const isDated = evidenceNeed !== 'release_date' || references.some(({ publishedAt }) => publishedAt != null)
        return (
          <>
            <p role="status">{`“${topic}”: ${message}`}</p>
            {stage === 'complete' && !isDated && <p class="notice">No date was found in these texts.</p>}
            <p class="hint">{limitations.join(' ')}</p>
            <ul class="plain">
              {references.map((one) => (
                <li key={`${one.sourceId}/${one.start}`} class="stack">
                  <Found text={one.text} query={topic} />
                  <p class="hint">
                    {one.url && <OutsideLink href={one.url} label={one.url} />}{' '}
                    {joinFacts(
                      one.publishedAt && formatPublished(one.publishedAt),
                      one.curation === 'pending' && 'you have not decided about it yet',
                    )}
                  </p>
                  <ReadButton label="Open in its text" sourceId={one.sourceId} revision={one.revision} found={one} />
                </li>
              ))}
            </ul>
          </>
        )
      }}
    </Loading>
  )
}
