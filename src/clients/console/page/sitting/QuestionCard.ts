import { useArtist } from '../artist.ts'
import { BoundaryForm } from '../boundaries/BoundaryForm.ts'
import { References } from '../evidence/References.ts'
import { html } from '../html.ts'
import { Timestamp } from '../parts/Timestamp.ts'
import { formatRoute } from '../route.ts'
import { AnswerForm } from './AnswerForm.ts'
import type { Question } from './interview.ts'

/** One question as it is saved, and what can be done with it. */
export function QuestionCard({ question, onChange }: { question: Question; onChange: () => Promise<void> }) {
  const artist = useArtist()
  const { id, ordinal, state, answer, references } = question
  const headingId = `question-${id}`
  return html`<article class="card question" aria-labelledby=${headingId}>
    <p class="about">Question${ordinal === null ? '' : ` ${ordinal}`} · <span class="badge ${state}">${state === 'offered' ? 'open' : state}</span> · <${Timestamp} at=${question.offeredAt} /></p>
    <h2 id=${headingId} class="quoted">${question.question}</h2>
    ${references.length > 0 && html`<details open=${state === 'offered'}><summary>The words it is about (${references.length})</summary><${References} references=${references} /></details>`}
    ${
      answer !== null &&
      html`<div class="answer quoted">${answer}</div>
      <p class="hint"><span class="ok">✓ Saved</span> <${Timestamp} at=${question.answerUpdatedAt} /> · <a href=${formatRoute(artist, 'answers')}>revise it</a></p>`
    }
    ${state === 'offered' && html`<${AnswerForm} question=${question} onChange=${onChange} />`}
    <details><summary>Set a boundary: what should not be asked again</summary><${BoundaryForm} questionKey=${question.questionKey} name=${id} /></details>
  </article>`
}
