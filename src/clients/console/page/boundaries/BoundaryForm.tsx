import { useState } from 'preact/hooks'
import { client, type Schemas, useArtist, useDraft, useSave } from '../api/index.ts'
import { generalKey } from '../interview/history.ts'
import { Action, formatCount, isWithinLimits, onSubmitOf, Submit, TextField } from '../parts/index.ts'

export type BoundaryQuestion = { questionKey: string; question: string }
type Props = { name: string; questions?: readonly BoundaryQuestion[]; onSaved?: () => unknown }
type Preview = Schemas['BoundaryPreview']

const wordingMax = 4000
const scopes = { until_retracted: 'Until I take it back', sitting: 'For this interview only' } as const
const nothing = { wording: '', scope: 'until_retracted' as Schemas['BoundaryScope'], questionKey: generalKey }

/** Says in the artist's own words what must not be asked; with questions to choose from, also at which. */
export function BoundaryForm({ name, questions = [], onSaved }: Props) {
  const { id, api } = useArtist()
  const draft = useDraft(`boundary/${id}/${name}`, { ...nothing, requestId: '' })
  const { saving, run } = useSave()
  const [preview, setPreview] = useState<Preview>()
  const { wording, scope, questionKey, requestId } = draft.value
  const isReady = isWithinLimits(wording, 1, wordingMax)
  function change(next: Partial<typeof nothing>) {
    // Other words are another request; a lost reply is sent again under its own id.
    draft.set({ ...draft.value, ...next, requestId: '' })
    setPreview(undefined)
  }
  async function save() {
    if (!isReady) return
    const boundary = { wording, scope, questionKey, requestId: requestId || crypto.randomUUID() }
    draft.set(boundary)
    const saved = 'Boundary saved. From now on no question is prepared without it.'
    if ((await run(() => api.drawBoundary(boundary), saved)) !== undefined) return
    draft.clear()
    setPreview(undefined)
    document.getElementById(`boundary-${name}`)?.focus()
    onSaved?.()
  }
  const body = { questionKey, wording }
  const look = async () => setPreview(await client.call('previewInterviewBoundary', { path: { id }, body }))
  return (
    <form class="stack" onSubmit={onSubmitOf(save)}>
      <TextField
        id={`boundary-${name}`}
        label="What should we not ask about?"
        rows={2}
        max={wordingMax}
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
            onChange={({ currentTarget }) => change({ questionKey: currentTarget.value })}
          >
            <option value={generalKey}>No, it holds in general</option>
            {questions.map((one) => (
              <option key={one.questionKey} value={one.questionKey} label={one.question} />
            ))}
          </select>
        </div>
      )}
      <p class="hint">
        No question touches it, and sentences about it leave your page
        {questionKey === generalKey ? '.' : '; so does your whole answer to this question.'}
      </p>
      <fieldset>
        <legend>How long does it hold?</legend>
        {(Object.keys(scopes) as (keyof typeof scopes)[]).map((value) => (
          <label class="choice" key={value}>
            <input
              type="radio"
              name={`scope-${name}`}
              checked={scope === value}
              onChange={() => change({ scope: value })}
            />
            {scopes[value]}
          </label>
        ))}
      </fieldset>
      {isReady && (
        <Action
          label="What would it take off my page?"
          kind="link"
          work={look}
          onDone={() => {}}
          failed="Not compared"
        />
      )}
      <div role="status">{preview && <Reach preview={preview} />}</div>
      <Submit label="Save the boundary" isReady={isReady} saving={saving} onAgain={save} />
    </form>
  )
}

/** What a boundary would keep out of the page. */
function Reach({ preview: { sentenceCount, sentences, answerCount, answers } }: { preview: Preview }) {
  if (sentenceCount + answerCount === 0) return <p class="hint">Nothing that is on your page now.</p>
  return (
    <div class="notice">
      <p>{`${formatCount(sentenceCount, 'sentence')} of your page and ${formatCount(answerCount, 'answer')}:`}</p>
      <ul>
        {sentences.map(({ start, text }) => (
          <li key={start}>“{text}”</li>
        ))}
        {answers.map(({ entryId, question, isWhole, sentenceCount: count }) => (
          <li
            key={entryId}
          >{`${isWhole ? 'the whole' : formatCount(count, 'sentence')} of your answer to “${question}”`}</li>
        ))}
      </ul>
      {sentenceCount + answerCount > sentences.length + answers.length && <p class="hint">and more</p>}
    </div>
  )
}
