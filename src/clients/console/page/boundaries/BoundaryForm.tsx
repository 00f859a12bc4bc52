import { useMemo } from 'preact/hooks'
import { generalKey } from '../answers/history.ts'
import { type Failure, useArtist, useDraft } from '../api/index.ts'
import { isWithinLimits, SaveForm, TextField } from '../parts/index.ts'

type Props = { name: string; question?: { questionKey: string }; onSaved?: () => unknown }

const wordingMax = 4000
const nothing = { wording: '', isForSitting: false, isOfQuestion: false }

/** Says in the artist's own words what must not be asked: in general, or at a question. */
export function BoundaryForm({ name, question, onSaved }: Props) {
  const { id, api } = useArtist()
  const draft = useDraft(`boundary/${id}/${name}`, nothing)
  const { wording, isForSitting, isOfQuestion } = draft.value
  const questionKey = (isOfQuestion && question?.questionKey) || generalKey
  const isReady = isWithinLimits(wording, 1, wordingMax)
  const scope = isForSitting ? 'sitting' : 'until_retracted'
  // Other words are another request; a lost reply is sent again under its own id.
  const requestId = useMemo(() => crypto.randomUUID(), [wording, scope, questionKey])
  const change = (next: Partial<typeof nothing>) => draft.set({ ...draft.value, ...next })
  function onEnd(failure: Failure | undefined) {
    if (failure !== undefined) return
    draft.clear()
    document.getElementById(`boundary-${name}`)?.focus()
    onSaved?.()
  }
  return (
    <SaveForm
      label="Save the boundary"
      isReady={isReady}
      save={() => api.drawBoundary({ wording, scope, questionKey, requestId })}
      onEnd={onEnd}
      saved="Boundary saved. From now on no question is prepared without it."
    >
      <TextField
        id={`boundary-${name}`}
        label="What should we not ask about?"
        rows={2}
        max={wordingMax}
        value={wording}
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
    </SaveForm>
  )
}
