import { readHistory } from '../answers/history.ts'
import { client, useArtist, useDraft, useLoad } from '../api/index.ts'
import { AnswerField, Button, isAnswer } from '../parts/index.ts'
import { StepForm } from './steps.tsx'
import type { StepProps } from './use-conversation.ts'

/** The questions of every set-up (contract, takeOnboardingTurn). */
const questionsMax = 4

export function QuestionStep({ conversation: { shown, take, isBusy } }: StepProps) {
  const { id } = useArtist()
  const { questionKey, text } = shown.question ?? { questionKey: null, text: '' }
  const key = questionKey ?? ''
  const draft = useDraft(`setup-answer/${id}/${key}`, '')
  const asked = useLoad(
    async () => (await readHistory(client, id)).filter(({ source }) => source === 'onboarding').length,
    [id, key],
  )
  const isReady = !isBusy && isAnswer(draft.value)
  async function send(answer: string | null) {
    if (await take({ type: 'interview_answer', questionKey: key, question: text, answer })) draft.clear()
  }
  return (
    <StepForm
      step="interview"
      label="Save the answer"
      isReady={isReady}
      onSubmit={() => send(draft.value)}
      beside={<Button label="Skip it" disabled={isBusy} onClick={() => send(null)} />}
    >
      <p class="hint" role="status">
        {asked.data === undefined ? '\u00a0' : `Question ${asked.data} of ${questionsMax}`}
      </p>
      <p class="question">{text}</p>
      <AnswerField id="setup-answer" draft={draft} />
    </StepForm>
  )
}
