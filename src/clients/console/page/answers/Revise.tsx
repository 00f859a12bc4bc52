import { useEffect, useState } from 'preact/hooks'
import { client, type Failure, useArtist, useDraft, useSave } from '../api/index.ts'
import { answerMax, Button, isAnswer, SaveForm, SaveStatus, TextField } from '../parts/index.ts'
import { WordDiff } from '../text/marked.tsx'
import { isEdited } from '../text/ranges.ts'

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

export type Saved = { id: string; answer: string; revision: string }
type ConflictProps = { mine: string; saved: Saved; onDone: (words: string) => unknown }

/** The same answer was saved elsewhere in other words: nothing is overwritten unless the user decides so here. */
export function Conflict({ mine, saved, onDone }: ConflictProps) {
  const { id, api } = useArtist()
  const { saving, run, isBusy } = useSave()
  const [latest, setLatest] = useState(saved)
  async function useMine() {
    let isOvertaken = false
    const failure = await run(async () => {
      try {
        await api.revise(latest, mine)
      } catch (error) {
        const { response } = await client.call('readInterviewResponse', { path: { id, answerId: latest.id } })
        isOvertaken = response.revision !== latest.revision
        if (!isOvertaken) throw error
        setLatest(response)
      }
    }, '')
    if (failure === undefined && !isOvertaken) onDone('Your wording is saved.')
  }
  return (
    <section class="notice stack" role="alert" aria-label="Two wordings">
      <p>
        <strong>This answer was saved elsewhere in other words.</strong> Neither is lost; choose which one holds.
      </p>
      <h3>Saved elsewhere</h3>
      <p class="quoted answer">{latest.answer}</p>
      <h3>Yours, not saved</h3>
      <p class="quoted answer">{mine}</p>
      <h3>From the saved wording to yours</h3>
      <WordDiff before={latest.answer} after={mine} label="From the saved wording to yours" />
      <div class="row">
        <Button label="Save mine" kind="primary" disabled={isBusy} onClick={useMine} />
        <Button label="Keep the saved one" disabled={isBusy} onClick={() => onDone('The saved wording holds.')} />
      </div>
      <SaveStatus saving={saving} onAgain={useMine} />
    </section>
  )
}
