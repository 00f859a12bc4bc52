import { client, useArtist, useDraft, useLoad } from '../api/index.ts'
import { readHistory } from '../interview/history.ts'
import { Button, isWithinLimits, TextField } from '../parts/index.ts'
import { StepForm } from './StepForm.tsx'
import type { StepProps } from './use-conversation.ts'

const answerMax = 2000
/** The questions of every set-up (contract, takeOnboardingTurn). */
const questionsMax = 4

/** One question of the set-up at a time; answered in the artist's own words, or skipped. */
export function QuestionStep({ conversation: { shown, take, isBusy } }: StepProps) {
  const { id } = useArtist()
  const { key = '', text = '' } = shown.question ?? {}
  const draft = useDraft(`setup-answer/${id}/${key}`, '')
  const asked = useLoad(
    async () => (await readHistory(client, id)).filter(({ source }) => source === 'onboarding').length,
    [id, key],
  )
  const isReady = !isBusy && isWithinLimits(draft.value, 1, answerMax)
  async function send(answer: string | null) {
    if (await take({ type: 'interview_answer', questionKey: key, question: text, answer })) draft.clear()
  }
  const answer = () => isReady && void send(draft.value)
  return (
    <StepForm step="interview" onSubmit={answer}>
      <p class="hint" role="status">
        {asked.data === undefined ? '\u00a0' : `Question ${asked.data} of ${questionsMax}`}
      </p>
      <p class="question">{text}</p>
      <TextField
        id="setup-answer"
        label="Your answer"
        isBig
        rows={5}
        max={answerMax}
        value={draft.value}
        onValue={draft.set}
        onSubmit={answer}
        hint={
          draft.value === ''
            ? 'Saved exactly as you write it; you can revise it later.'
            : 'Kept on this device as you type.'
        }
      />
      <div class="row">
        <Button label="Save the answer" type="submit" kind="primary" disabled={!isReady} />
        <Button label="Skip it" disabled={isBusy} onClick={() => send(null)} />
      </div>
    </StepForm>
  )
}
