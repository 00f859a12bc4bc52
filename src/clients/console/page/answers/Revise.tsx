import { useEffect, useRef, useState } from 'preact/hooks'
import { client, isConflict, useArtist, useDraft, useSave } from '../api/index.ts'
import { Button, isAnswer, onSubmitOf, Submit, TextField } from '../parts/index.ts'
import { isEdited } from '../text/ranges.ts'
import { WordDiff } from '../text/WordDiff.tsx'
import { Conflict, type Saved } from './Conflict.tsx'

type Props = { saved: Saved; onDone: (words: string) => Promise<void>; onCancel: () => void }

export function Revise({ saved, onDone, onCancel }: Props) {
  const { id, api } = useArtist()
  // What was read is kept with the draft: a draft taken up later must not overwrite what was saved in between.
  const draft = useDraft(`revision/${id}/${saved.id}`, { answer: saved.answer, from: saved })
  const { saving, run } = useSave()
  const [elsewhere, setElsewhere] = useState<Saved>()
  const { answer, from } = draft.value
  const isChanged = isEdited(from.answer, answer)
  const isReady = isChanged && isAnswer(answer)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('textarea')?.focus(), [])

  async function save() {
    if (!isReady) return
    const failure = await run(() => api.revise(from, answer))
    if (failure === undefined) await leave('Your new wording is saved.')
    else if (isConflict(failure)) {
      const read = client.call('readInterviewResponse', { path: { id, answerId: saved.id } })
      setElsewhere((await read.catch(() => undefined))?.response)
    }
  }
  async function leave(words: string) {
    draft.clear()
    await onDone(words)
  }
  if (elsewhere !== undefined) {
    const goBack = (latest: Saved) => {
      draft.set({ answer, from: latest })
      setElsewhere(undefined)
    }
    return <Conflict mine={answer} saved={elsewhere} onDone={leave} onBack={goBack} />
  }
  const cancel = () => {
    draft.clear()
    onCancel()
  }
  return (
    <form class="stack" ref={form} onSubmit={onSubmitOf(save)}>
      <TextField
        id={`revise-${saved.id}`}
        label="New wording"
        isBig
        rows={4}
        max={2000}
        value={answer}
        onValue={(text) => draft.set({ answer: text, from })}
        onSubmit={save}
        hint="The earlier wording stays readable."
      />
      {isChanged && <WordDiff before={from.answer} after={answer} label="What changes" />}
      <Submit label="Save the new wording" isReady={isReady} saving={saving} onAgain={save}>
        <Button label="Leave it as it was" kind="quiet" onClick={cancel} />
      </Submit>
    </form>
  )
}
