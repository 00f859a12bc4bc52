import { useEffect, useState } from 'preact/hooks'
import { client, type Failure, useArtist, useDraft } from '../api/index.ts'
import { answerMax, Button, isAnswer, SaveForm, TextField } from '../parts/index.ts'
import { isEdited } from '../text/ranges.ts'
import { WordDiff } from '../text/WordDiff.tsx'
import { Conflict, type Saved } from './Conflict.tsx'

type Props = { saved: Saved; onDone: (words: string) => Promise<void>; onCancel: () => void }

export function Revise({ saved, onDone, onCancel }: Props) {
  const { id, api } = useArtist()
  // What was read is kept with the draft: a draft taken up later must not overwrite what was saved in between.
  const draft = useDraft(`revision/${id}/${saved.id}`, { answer: saved.answer, from: saved })
  const [elsewhere, setElsewhere] = useState<Saved>()
  const { answer, from } = draft.value
  const isChanged = isEdited(from.answer, answer)
  useEffect(() => document.getElementById(`revise-${saved.id}`)?.focus(), [])

  async function onEnd(failure: Failure | undefined) {
    if (failure === undefined) await leave('Your new wording is saved.')
    else if (failure.isConflict) {
      const read = client.call('readInterviewResponse', { path: { id, answerId: saved.id } })
      setElsewhere((await read.catch(() => undefined))?.response)
    }
  }
  async function leave(words: string) {
    draft.clear()
    await onDone(words)
  }
  if (elsewhere !== undefined) return <Conflict mine={answer} saved={elsewhere} onDone={leave} />
  const cancel = () => {
    draft.clear()
    onCancel()
  }
  return (
    <SaveForm
      label="Save the new wording"
      isReady={isChanged && isAnswer(answer)}
      save={() => api.revise(from, answer)}
      onEnd={onEnd}
      beside={<Button label="Leave it as it was" kind="link" onClick={cancel} />}
    >
      <TextField
        id={`revise-${saved.id}`}
        label="New wording"
        isBig
        rows={4}
        max={answerMax}
        value={answer}
        onValue={(text) => draft.set({ answer: text, from })}
        hint="The earlier wording stays readable."
      />
      {isChanged && <WordDiff before={from.answer} after={answer} label="What changes" />}
    </SaveForm>
  )
}
