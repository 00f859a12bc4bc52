import { useState } from 'preact/hooks'
import { Conflict } from '../answers/Conflict.tsx'
import { useArtist } from '../api/artist.ts'
import type { Schemas } from '../api/client.ts'
import { useDraft } from '../api/draft.ts'
import { isConflict, useSave } from '../api/use-save.ts'
import { formatRoute } from '../app/route.ts'
import { BoundaryForm } from '../boundaries/BoundaryForm.tsx'
import { onSubmitOf } from '../parts/forms.ts'
import { Heading } from '../parts/Heading.tsx'
import { SaveStatus } from '../parts/SaveStatus.tsx'
import { isWithinLimits, TextField } from '../parts/TextField.tsx'
import { Passage } from './Passage.tsx'

type Question = Schemas['Question']
type Props = { question: Question; where: string; onChange: () => Promise<void> }

const answerMax = 2000

/** One question and the room for its answer, and nothing else. What is typed is kept on this device as it is typed. */
export function Answering({ question, where, onChange }: Props) {
  const { id, api } = useArtist()
  const draft = useDraft(`answer/${id}/${question.id}`, '')
  const { saving, run, isBusy } = useSave()
  const [elsewhere, setElsewhere] = useState<Question>()
  const [isSkipping, setSkipping] = useState(false)
  const isReady = !isBusy && isWithinLimits(draft.value, 1, answerMax)

  async function send(work: () => Promise<Question>, isSkip: boolean) {
    setSkipping(isSkip)
    const failure = await run(work)
    if (failure === undefined) {
      if (!isSkip) draft.clear()
      await onChange()
    } else if (isConflict(failure)) setElsewhere(await findSaved())
  }
  const save = () => isReady && send(() => api.answer(question, draft.value), false)
  const skip = () => send(() => api.skip(question), true)
  /** The question as it is saved now; undefined when that cannot be read. */
  async function findSaved(): Promise<Question | undefined> {
    const state = await api.restore().catch(() => undefined)
    return [...(state?.session?.questions ?? []), ...(state?.legacyOffers ?? [])].find((one) => one.id === question.id)
  }

  if (elsewhere !== undefined && elsewhere.answer !== null) {
    const saved = { id: elsewhere.id, answer: elsewhere.answer, revision: elsewhere.revision }
    const leave = () => {
      draft.clear()
      void onChange()
    }
    return <Conflict mine={draft.value} saved={saved} onDone={leave} />
  }
  return (
    <div class="calm answering">
      <p class="split hint">
        <span>{where}</span>
        <a href={formatRoute(id, 'answers')}>Leave for now</a>
      </p>
      <Heading>{question.question}</Heading>
      {question.references.map((reference) => (
        <Passage key={`${reference.start}-${reference.quote}`} reference={reference} />
      ))}
      <form class="stack" onSubmit={onSubmitOf(save)}>
        <TextField
          id="answer"
          label="Your answer"
          isBig
          rows={6}
          max={answerMax}
          value={draft.value}
          onValue={draft.set}
          onSubmit={save}
          hint={
            draft.value === ''
              ? 'Take your time. It is saved exactly as you write it; you can revise it later.'
              : draft.isKept
                ? 'Kept on this device as you type, until you save it.'
                : 'This browser keeps nothing: save before you leave.'
          }
        />
        {elsewhere !== undefined && (
          <p class="notice" role="alert">
            This question was {elsewhere.state} elsewhere. Your words are still here: copy them, or{' '}
            <button type="button" class="link" onClick={onChange}>
              go on
            </button>
            .
          </p>
        )}
        <div class="row">
          <button type="submit" class="primary" disabled={!isReady}>
            Save the answer
          </button>
          <button type="button" disabled={isBusy} onClick={skip}>
            Skip it
          </button>
        </div>
        <SaveStatus saving={saving} onAgain={() => (isSkipping ? skip() : save())} />
      </form>
      <details>
        <summary>I would rather not talk about this</summary>
        <p class="hint">Set a boundary, then skip the question. A skip alone sets none.</p>
        <BoundaryForm name={`q-${question.id}`} questions={[question]} />
      </details>
    </div>
  )
}
