import { useState } from 'preact/hooks'
import { Conflict } from '../answers/Conflict.tsx'
import { isConflict, type Schemas, useArtist, useDraft, useSave } from '../api/index.ts'
import { formatRoute } from '../app/route.ts'
import { BoundaryForm } from '../boundaries/BoundaryForm.tsx'
import { AnswerField, Button, Heading, isAnswer, onSubmitOf, Submit } from '../parts/index.ts'
import { Passages } from './Passage.tsx'

type Question = Schemas['Question']
type Props = { question: Question; where: string; onChange: () => Promise<void> }

/** One question and the room for its answer, and nothing else. What is typed is kept on this device as it is typed. */
export function Answering({ question, where, onChange }: Props) {
  const { id, api } = useArtist()
  const draft = useDraft(`answer/${id}/${question.id}`, '')
  const { saving, run, isBusy } = useSave()
  const [elsewhere, setElsewhere] = useState<Question>()
  const [isSkipping, setSkipping] = useState(false)
  const isReady = isAnswer(draft.value)

  async function send(isSkip: boolean) {
    if (!isSkip && !isReady) return
    setSkipping(isSkip)
    const failure = await run(() => (isSkip ? api.skip(question) : api.answer(question, draft.value)))
    if (failure === undefined) {
      if (!isSkip) draft.clear()
      await onChange()
    } else if (isConflict(failure)) setElsewhere(await findSaved())
  }
  /** The question as it is saved now; undefined when that cannot be read. */
  async function findSaved(): Promise<Question | undefined> {
    const state = await api.restore().catch(() => undefined)
    return [...(state?.session?.questions ?? []), ...(state?.legacyOffers ?? [])].find((one) => one.id === question.id)
  }
  function leave() {
    draft.clear()
    void onChange()
  }

  if (elsewhere !== undefined && elsewhere.answer !== null)
    return <Conflict mine={draft.value} saved={{ ...elsewhere, answer: elsewhere.answer }} onDone={leave} />
  return (
    <div class="calm answering">
      <p class="split hint">
        <span>{where}</span>
        <a href={formatRoute(id, 'answers')}>Leave for now</a>
      </p>
      <Heading>{question.question}</Heading>
      <Passages references={question.references} />
      <form class="stack" onSubmit={onSubmitOf(() => send(false))}>
        <AnswerField id="answer" draft={draft} onSubmit={() => send(false)} />
        {elsewhere !== undefined && (
          <p class="notice" role="alert">
            This question was {elsewhere.state} elsewhere. Your words are still here: copy them, or{' '}
            <Button label="go on" kind="link" onClick={onChange} />.
          </p>
        )}
        <Submit label="Save the answer" isReady={isReady} saving={saving} onAgain={() => send(isSkipping)}>
          <Button label="Skip it" disabled={isBusy} onClick={() => send(true)} />
        </Submit>
      </form>
      <details>
        <summary>I would rather not talk about this</summary>
        <p class="hint">Set a boundary, then skip the question. A skip alone sets none.</p>
        <BoundaryForm name={`q-${question.id}`} question={question} />
      </details>
    </div>
  )
}
