import { useEffect, useRef, useState } from 'preact/hooks'
import { client, isConflict, useArtist, useDraft, useSave } from '../api/index.ts'
import { Button, isWithinLimits, onSubmitOf, Submit, TextField } from '../parts/index.ts'
import { countCodePoints } from '../text/ranges.ts'
import { WordDiff } from '../text/WordDiff.tsx'
import { Conflict, type SavedAnswer } from './Conflict.tsx'

type Props = { saved: SavedAnswer; onDone: (words: string) => Promise<void>; onCancel: () => void }

const [answerMax, noteMax] = [2000, 400]

/** A text field knows one kind of line end; a text that differs in nothing else was not edited. */
const normalizeLineEnds = (text: string) => text.replace(/\r\n?/g, '\n')

/** A new wording of a saved answer, compared with the one that it started from. */
export function Revise({ saved, onDone, onCancel }: Props) {
  const { id, api } = useArtist()
  // The wording that was read is kept with the draft: taken up again later, it must not overwrite what was saved in
  // between.
  const { answer: of, revision } = saved
  const draft = useDraft(`revision/${id}/${saved.id}`, { answer: of, note: '', revision, of })
  const { saving, run } = useSave()
  const [elsewhere, setElsewhere] = useState<SavedAnswer>()
  const { answer, note } = draft.value
  const isChanged = normalizeLineEnds(answer) !== normalizeLineEnds(draft.value.of)
  const isReady = isChanged && isWithinLimits(answer, 1, answerMax) && countCodePoints(note) <= noteMax
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('textarea')?.focus(), [])

  async function save() {
    if (!isReady) return
    const base = { id: saved.id, revision: draft.value.revision }
    const failure = await run(() => api.revise(base, answer, note === '' ? {} : { note }))
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
    const goBack = (latest: SavedAnswer) => {
      draft.set({ ...draft.value, revision: latest.revision, of: latest.answer })
      setElsewhere(undefined)
    }
    return <Conflict mine={answer} note={note} saved={elsewhere} onDone={leave} onBack={goBack} />
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
        max={answerMax}
        value={answer}
        onValue={(text) => draft.set({ ...draft.value, answer: text })}
        onSubmit={save}
        hint="The earlier wording stays readable."
      />
      {isChanged && <WordDiff before={draft.value.of} after={answer} label="What changes" />}
      <TextField
        id={`note-${saved.id}`}
        label="Why (optional)"
        rows={1}
        min={0}
        max={noteMax}
        value={note}
        onValue={(text) => draft.set({ ...draft.value, note: text })}
        hint="A remark for later; it is not part of the answer."
      />
      <Submit label="Save the new wording" isReady={isReady} saving={saving} onAgain={save}>
        <Button label="Leave it as it was" kind="quiet" onClick={cancel} />
      </Submit>
    </form>
  )
}
