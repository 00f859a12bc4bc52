import { useState } from 'preact/hooks'
import { Revise } from '../answers/Revise.tsx'
import { type Failure, type Schemas, useArtist, useDraft } from '../api/index.ts'
import { formatRoute } from '../app/navigation.tsx'
import { BoundaryForm } from '../boundaries/BoundariesView.tsx'
import { Action, AnswerField, Button, Heading, isAnswer, SaveForm } from '../parts/index.ts'
import { Passages } from './Passage.tsx'

type Question = Schemas['Question']
type Props = { question: Question; where: string; onChange: () => Promise<void> }

/** One question and the room for its answer, and nothing else. What is typed is kept on this device as it is typed. */
export function Answering({ question, where, onChange }: Props) {
  const { id, api } = useArtist()
  const draft = useDraft(`answer/${id}/${question.id}`, '')
  const [elsewhere, setElsewhere] = useState<Question>()

  async function onEnd(failure: Failure | undefined) {
    if (failure === undefined) leave()
    else if (failure.isConflict) setElsewhere(await findSaved())
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
    return <Revise saved={{ ...elsewhere, answer: elsewhere.answer }} mine={draft.value} onDone={leave} />
  return (
    <div class="calm answering">
      <p class="split hint">
        <span>{where}</span>
        <a href={formatRoute(id, 'answers')}>Leave for now</a>
      </p>
      <Heading>{question.question}</Heading>
      <Passages references={question.references} />
      <SaveForm
        label="Save the answer"
        isReady={isAnswer(draft.value)}
        save={() => api.answer(question, draft.value)}
        onEnd={onEnd}
        beside={<Action label="Skip it" work={() => api.skip(question)} onDone={onChange} />}
      >
        <AnswerField id="answer" draft={draft} />
        {elsewhere !== undefined && (
          <p class="notice" role="alert">
            This question was {elsewhere.state} elsewhere. Your words are still here: copy them, or{' '}
            <Button label="go on" kind="link" onClick={onChange} />.
          </p>
        )}
      </SaveForm>
      <details>
        <summary>I would rather not talk about this</summary>
        <p class="hint">Set a boundary, then skip the question. A skip alone sets none.</p>
        <BoundaryForm name={`q-${question.id}`} />
      </details>
    </div>
  )
}
