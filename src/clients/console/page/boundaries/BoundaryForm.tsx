import { useState } from 'preact/hooks'
import { generalKey } from '../answers/history.ts'
import { client, type Schemas, useArtist, useDraft, useSave } from '../api/index.ts'
import { Action, formatCount, isWithinLimits, onSubmitOf, Submit, TextField } from '../parts/index.ts'

type Props = { name: string; question?: { questionKey: string }; onSaved?: () => unknown }
type Preview = Schemas['BoundaryPreview']

const wordingMax = 4000
const nothing = { wording: '', isForSitting: false, isOfQuestion: false, requestId: '' }

/** Says in the artist's own words what must not be asked: in general, or at a question. */
export function BoundaryForm({ name, question, onSaved }: Props) {
  const { id, api } = useArtist()
  const draft = useDraft(`boundary/${id}/${name}`, nothing)
  const { saving, run } = useSave()
  const [preview, setPreview] = useState<Preview>()
  const { wording, isForSitting, isOfQuestion, requestId } = draft.value
  const questionKey = (isOfQuestion && question?.questionKey) || generalKey
  const isReady = isWithinLimits(wording, 1, wordingMax)
  function change(next: Partial<typeof nothing>) {
    // Other words are another request; a lost reply is sent again under its own id.
    draft.set({ ...draft.value, ...next, requestId: '' })
    setPreview(undefined)
  }
  async function save() {
    if (!isReady) return
    const named = requestId || crypto.randomUUID()
    draft.set({ ...draft.value, requestId: named })
    const scope = isForSitting ? 'sitting' : 'until_retracted'
    const boundary = { wording, scope, questionKey, requestId: named } as const
    const saved = 'Boundary saved. From now on no question is prepared without it.'
    if ((await run(() => api.drawBoundary(boundary), saved)) !== undefined) return
    draft.clear()
    setPreview(undefined)
    document.getElementById(`boundary-${name}`)?.focus()
    onSaved?.()
  }
  const look = async () => {
    const body = { questionKey, wording }
    setPreview(await client.call('previewInterviewBoundary', { path: { id }, body }))
  }
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
        hint="In your own words, for example: my divorce, and where my children live. No question touches it, and sentences about it leave your page."
      />
      {question !== undefined && (
        <label class="choice">
          <input type="checkbox" checked={isOfQuestion} onChange={() => change({ isOfQuestion: !isOfQuestion })} />
          My whole answer to this question leaves the page, too
        </label>
      )}
      <label class="choice">
        <input type="checkbox" checked={isForSitting} onChange={() => change({ isForSitting: !isForSitting })} />
        For this interview only; otherwise until I take it back
      </label>
      {isReady && <Action label="What would it take off my page?" kind="link" work={look} failed="Not compared" />}
      <div role="status">{preview && <Reach preview={preview} />}</div>
      <Submit label="Save the boundary" isReady={isReady} saving={saving} onAgain={save} />
    </form>
  )
}

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
          <li key={entryId}>
            {isWhole ? 'the whole' : formatCount(count, 'sentence')} of your answer to “{question}”
          </li>
        ))}
      </ul>
      {sentenceCount + answerCount > sentences.length + answers.length && <p class="hint">and more</p>}
    </div>
  )
}
