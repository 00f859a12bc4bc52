import { useArtist } from '../artist.ts'
import { useDraft } from '../draft.ts'
import { html } from '../html.ts'
import { isWithinLimits, TextField } from '../parts/TextField.ts'
import { StepCard, type StepProps } from './StepCard.ts'

const answerMax = 2000

/** One question of the onboarding at a time; answered in the artist's own words, or skipped. */
export function QuestionStep({ conversation }: StepProps) {
  const { shown, take, isBusy } = conversation
  const { key = '', text = '' } = shown.question ?? {}
  const draft = useDraft(`onboarding-answer/${useArtist()}/${key}`, '')
  const isReady = !isBusy && isWithinLimits(draft.value, 1, answerMax)
  async function send(answer: string | null) {
    if (await take({ type: 'interview_answer', questionKey: key, question: text, answer })) draft.clear()
  }
  const answer = () => isReady && void send(draft.value)
  return html`<${StepCard} step="interview" onSubmit=${answer}>
    <p class="question quoted">${text}</p>
    <${TextField} id="onboarding-answer" label="Your answer" rows=${5} max=${answerMax} value=${draft.value} onValue=${draft.set} onSubmit=${answer}
      hint="Saved exactly as typed. Ctrl and Enter save. An answer can be revised later." />
    <div class="row"><button type="submit" class="primary" disabled=${!isReady}>Save the answer</button>
      <button type="button" disabled=${isBusy} onClick=${() => send(null)}>Skip</button></div>
  </${StepCard}>`
}
