import { useState } from 'preact/hooks'
import { useArtist } from '../api/artist.ts'
import { client, type Schemas } from '../api/client.ts'
import { useDraft } from '../api/draft.ts'
import { type Failure, toFailure } from '../api/failure.ts'
import { useSave } from '../api/use-save.ts'
import { generalKey } from '../interview/history.ts'
import { ErrorMessage } from '../parts/ErrorMessage.tsx'
import { formatCount, onSubmitOf } from '../parts/forms.ts'
import { SaveStatus } from '../parts/SaveStatus.tsx'
import { isWithinLimits, TextField } from '../parts/TextField.tsx'

export type BoundaryQuestion = { questionKey: string; question: string }
type Props = { name: string; questions?: readonly BoundaryQuestion[]; onSaved?: () => unknown }

const scopes = [
  ['until_retracted', 'Until I take it back'],
  ['sitting', 'For this interview only'],
] as const

/** Says in the artist's own words what must not be asked; with questions to choose from, also at which. */
export function BoundaryForm({ name, questions = [], onSaved }: Props) {
  const { id, api } = useArtist()
  const nothing = { wording: '', scope: 'until_retracted' as Schemas['BoundaryScope'], questionKey: generalKey }
  const draft = useDraft(`boundary/${id}/${name}`, { ...nothing, requestId: '' })
  const { saving, run, isBusy } = useSave()
  const { wording, scope, questionKey, requestId } = draft.value
  const isReady = isWithinLimits(wording, 1, 4000)
  // Other words are another request; a lost reply is sent again under its own id.
  const change = (next: Partial<typeof nothing>) => draft.set({ ...draft.value, ...next, requestId: '' })
  async function save() {
    if (!isReady) return
    const named = requestId || crypto.randomUUID()
    draft.set({ ...draft.value, requestId: named })
    const failure = await run(
      () => api.drawBoundary({ requestId: named, questionKey, wording, scope }),
      'Boundary saved. From now on no question is prepared without it.',
    )
    if (failure !== undefined) return
    draft.clear()
    document.getElementById(`boundary-${name}`)?.focus()
    onSaved?.()
  }
  return (
    <form class="stack" onSubmit={onSubmitOf(save)}>
      <TextField
        id={`boundary-${name}`}
        label="What should we not ask about?"
        rows={2}
        max={4000}
        value={wording}
        onSubmit={save}
        onValue={(text) => change({ wording: text })}
        hint="In your own words, for example: my divorce, and where my children live."
      />
      {questions.length > 0 && (
        <div class="field">
          <label for={`at-${name}`}>Does it come from a question?</label>
          <select
            id={`at-${name}`}
            value={questionKey}
            onChange={(event) => change({ questionKey: event.currentTarget.value })}
          >
            <option value={generalKey}>No, it holds in general</option>
            {questions.map(({ questionKey: key, question }) => (
              <option key={key} value={key}>
                {question}
              </option>
            ))}
          </select>
          <p class="hint">
            {questionKey === generalKey
              ? 'No question touches it, and sentences about it leave your page.'
              : 'No question touches it, and sentences about it leave your page; so does your whole answer to this question.'}
          </p>
        </div>
      )}
      <fieldset>
        <legend>How long does it hold?</legend>
        {scopes.map(([value, label]) => (
          <label class="choice" key={value}>
            <input
              type="radio"
              name={`scope-${name}`}
              value={value}
              checked={scope === value}
              onChange={() => change({ scope: value })}
            />
            {label}
          </label>
        ))}
      </fieldset>
      <Reach key={`${questionKey}/${wording}`} body={{ questionKey, wording }} isReady={isReady} />
      <div class="row">
        <button type="submit" class="primary" disabled={isBusy || !isReady}>
          Save the boundary
        </button>
      </div>
      <SaveStatus saving={saving} onAgain={save} />
    </form>
  )
}

/** Shows what a boundary would keep out of the page, before it is saved. */
function Reach({ body, isReady }: { body: Schemas['BoundaryPreviewInput']; isReady: boolean }) {
  const { id } = useArtist()
  const [preview, setPreview] = useState<Schemas['BoundaryPreview']>()
  const [failure, setFailure] = useState<Failure>()
  async function show() {
    setFailure(undefined)
    await client
      .call('previewInterviewBoundary', { path: { id }, body })
      .then(setPreview, (error) => setFailure(toFailure(error)))
  }
  return (
    <div>
      <button type="button" class="link" disabled={!isReady} onClick={show}>
        What would it take off my page?
      </button>
      <ErrorMessage failure={failure} onAgain={show} />
      <div role="status">{preview && <ReachList preview={preview} />}</div>
    </div>
  )
}

function ReachList({
  preview: { sentenceCount, sentences, answerCount, answers },
}: {
  preview: Schemas['BoundaryPreview']
}) {
  if (sentenceCount + answerCount === 0) return <p class="hint">Nothing that is on your page now.</p>
  return (
    <div class="notice">
      <p>
        {formatCount(sentenceCount, 'sentence')} of your page and {formatCount(answerCount, 'answer')}:
      </p>
      <ul>
        {sentences.map(({ start, text }) => (
          <li key={start} class="quoted">
            {text}
          </li>
        ))}
        {answers.map(({ entryId, question, isWhole, sentenceCount: count }) => (
          <li key={entryId}>
            {isWhole ? 'your whole answer' : `${formatCount(count, 'sentence')} of your answer`} to “{question}”
          </li>
        ))}
      </ul>
      {sentenceCount + answerCount > sentences.length + answers.length && <p class="hint">and more</p>}
    </div>
  )
}
