import { useLayoutEffect, useState } from 'preact/hooks'
import { client, type Failure, useArtist, useDraft } from '../api/index.ts'
import { Button, bounds, isAnswer, SaveForm, TextField } from '../parts/index.ts'
import { WordDiff } from '../text/marked.tsx'
import { isEdited } from '../text/ranges.ts'

type Props = {
  saved: { id: string; answer: string; revision: string }
  /** Words that were typed for the question when it was answered elsewhere. */
  mine?: string
  onDone: (words: string) => unknown
  onCancel?: () => void
}

/** Another wording of an answer. What was saved elsewhere is shown, and overwritten only when it is saved again. */
export function Revise({ saved, mine, onDone, onCancel }: Props) {
  const { id, api } = useArtist()
  // What was read is kept with the draft: a draft taken up later must not overwrite what was saved in between.
  const name = mine === undefined ? 'revision' : 'conflict'
  const draft = useDraft(`${name}/${id}/${saved.id}`, { answer: mine ?? saved.answer, from: saved })
  const [isConflict, setConflict] = useState(mine !== undefined)
  const { answer, from } = draft.value
  const isChanged = isEdited(from.answer, answer)
  useLayoutEffect(() => document.getElementById(`revise-${saved.id}`)?.focus(), [])

  async function onEnd(failure: Failure | undefined) {
    if (failure === undefined) leave(isConflict ? 'Your wording is saved.' : 'Your new wording is saved.')
    if (!failure?.isConflict) return
    const read = client.call('readInterviewResponse', { path: { id, answerId: saved.id } })
    const latest = (await read.catch(() => undefined))?.response
    if (latest === undefined) return
    draft.set({ answer, from: latest })
    setConflict(true)
  }
  function leave(words?: string) {
    draft.clear()
    if (words === undefined) onCancel?.()
    else onDone(words)
  }
  const beside = isConflict ? (
    <Button label="Keep the saved one" onClick={() => leave('The saved wording holds.')} />
  ) : (
    <Button label="Leave it as it was" kind="link" onClick={() => leave()} />
  )
  return (
    <SaveForm
      label={isConflict ? 'Save mine' : 'Save the new wording'}
      isReady={isChanged && isAnswer(answer)}
      save={() => api.revise(from, answer)}
      onEnd={onEnd}
      beside={beside}
    >
      {isConflict && (
        <section class="notice stack" role="alert" aria-label="Two wordings">
          <p>
            <strong>This answer was saved elsewhere in other words.</strong> Neither is lost; choose which one holds.
          </p>
          <h3>Saved elsewhere</h3>
          <p class="quoted answer">{from.answer}</p>
          <h3>Yours, not saved</h3>
          <p class="quoted answer">{answer}</p>
        </section>
      )}
      <TextField
        id={`revise-${saved.id}`}
        label="New wording"
        isBig
        rows={4}
        bounds={bounds.AnswerText}
        value={answer}
        onValue={(text) => draft.set({ answer: text, from })}
        hint="The earlier wording stays readable."
      />
      {isChanged && <WordDiff before={from.answer} after={answer} label="What changes" />}
    </SaveForm>
  )
}
