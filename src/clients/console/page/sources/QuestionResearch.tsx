import { useState } from 'preact/hooks'
import { useArtist } from '../api/artist.ts'
import { client, type Schemas } from '../api/client.ts'
import { useDraft } from '../api/draft.ts'
import { useLoad, usePolling } from '../api/use-load.ts'
import { useSave } from '../api/use-save.ts'
import { Dialog } from '../parts/Dialog.tsx'
import { formatPublished } from '../parts/dates.tsx'
import { onSubmitOf } from '../parts/forms.ts'
import { Loading } from '../parts/Loading.tsx'
import { SaveStatus } from '../parts/SaveStatus.tsx'
import { isWithinLimits } from '../parts/TextField.tsx'
import { Found, splitWords } from '../text/Found.tsx'
import { stageLabels } from './jobs.ts'
import { SourceReader } from './SourceReader.tsx'

const needs: [Schemas['EvidenceNeed'], string][] = [
  ['reporting', 'What was written about it'],
  ['release_date', 'When it was released'],
  ['credits', 'Who took part'],
  ['social_caption', 'What you posted about it'],
  ['spoken_content', 'What was said about it'],
]
const ends = new Set<Schemas['QuestionResearchStage']>(['complete', 'unresolved', 'failed', 'cancelled'])
const pollMs = 2_000

/** Looks for one thing, and shows what was found. */
export function QuestionResearch({ onAsked }: { onAsked: () => Promise<void> }) {
  const { id } = useArtist()
  const draft = useDraft(`research/${id}`, { topic: '', evidenceNeed: 'reporting' as Schemas['EvidenceNeed'] })
  const asked = useDraft<{ jobId: string; topic: string; need: Schemas['EvidenceNeed'] } | null>(
    `researched/${id}`,
    null,
  )
  const { saving, run, isBusy } = useSave()
  const { topic, evidenceNeed } = draft.value
  const isReady = !isBusy && isWithinLimits(topic, 3, 160)
  async function ask() {
    if (!isReady) return
    const failure = await run(async () => {
      const { jobId } = await client.call('requestQuestionResearch', { path: { id }, body: { topic, evidenceNeed } })
      asked.set({ jobId, topic, need: evidenceNeed })
    }, '')
    if (failure === undefined) await onAsked()
  }
  return (
    <section class="stack" aria-labelledby="one-thing-title">
      <h3 id="one-thing-title">Look for one thing</h3>
      <form class="stack" onSubmit={onSubmitOf(ask)}>
        <div class="field">
          <label for="topic">What is it about?</label>
          <input
            id="topic"
            maxlength={320}
            value={topic}
            onInput={(event) => draft.set({ ...draft.value, topic: event.currentTarget.value })}
          />
        </div>
        <div class="field">
          <label for="need">What would you like to know?</label>
          <select
            id="need"
            value={evidenceNeed}
            onChange={(event) =>
              draft.set({ ...draft.value, evidenceNeed: event.currentTarget.value as Schemas['EvidenceNeed'] })
            }
          >
            {needs.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </div>
        <div class="row">
          <button type="submit" disabled={!isReady}>
            Look for it
          </button>
        </div>
        <SaveStatus saving={saving} onAgain={ask} failed="Nothing was started" />
      </form>
      {asked.value !== null && <Findings key={asked.value.jobId} {...asked.value} />}
    </section>
  )
}

type Reference = Schemas['ResearchReference']

function Findings({ jobId, topic, need }: { jobId: string; topic: string; need: Schemas['EvidenceNeed'] }) {
  const { id } = useArtist()
  const load = useLoad(() => client.call('readQuestionResearch', { path: { id, jobId } }), [id, jobId])
  const [open, setOpen] = useState<Reference>()
  const stage = load.data?.stage
  usePolling(load, stage === undefined || !ends.has(stage), pollMs)
  return (
    <Loading load={load} what="what was found" lines={2}>
      {({ message, references, limitations }) => (
        <>
          <p role="status">
            “{topic}”: {stage !== undefined && stageLabels[stage]}. {message}
          </p>
          {need === 'release_date' &&
            stage === 'complete' &&
            !references.some(({ publishedAt }) => publishedAt != null) && (
              <p class="notice">No date was found in these texts.</p>
            )}
          {limitations.map((words) => (
            <p key={words} class="hint">
              {words}
            </p>
          ))}
          <ul class="plain">
            {references.map((reference) => (
              <li key={`${reference.sourceId}/${reference.start}`}>
                <p class="quoted">
                  <Found text={reference.text} words={splitWords(topic)} />
                </p>
                <p class="hint">
                  {reference.url !== undefined && (
                    <a href={reference.url} target="_blank" rel="noopener noreferrer">
                      {new URL(reference.url).hostname}
                      <span class="unseen"> (opens a new tab)</span>
                    </a>
                  )}
                  {reference.publishedAt != null && ` · ${formatPublished(reference.publishedAt)}`}
                  {reference.curation === 'pending' && ' · you have not decided about it yet'}
                </p>
                <button type="button" onClick={() => setOpen(reference)}>
                  Open in its text
                </button>
              </li>
            ))}
          </ul>
          {open !== undefined && (
            <Dialog title="What was found" onClose={() => setOpen(undefined)}>
              <SourceReader original={{ kind: 'found', id: open.sourceId, revision: open.revision }} found={open} />
            </Dialog>
          )}
        </>
      )}
    </Loading>
  )
}
