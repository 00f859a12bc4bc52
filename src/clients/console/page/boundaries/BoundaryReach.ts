import { useState } from 'preact/hooks'
import { call } from '../api/call.ts'
import { type RequestError, toRequestError } from '../api/request-error.ts'
import type { OperationOutput } from '../api/shapes.ts'
import { useArtist } from '../artist.ts'
import { html } from '../html.ts'
import { ErrorMessage } from '../parts/ErrorMessage.ts'

type Props = { questionKey: string; wording: string; isReady: boolean }
type Preview = OperationOutput<'previewInterviewBoundary'>

/** Shows what a boundary would keep out of the Lore, before it is saved. */
export function BoundaryReach({ questionKey, wording, isReady }: Props) {
  const id = useArtist()
  const [preview, setPreview] = useState<Preview | undefined>()
  const [refusal, setRefusal] = useState<RequestError | undefined>()
  const [isBusy, setBusy] = useState(false)
  async function show() {
    if (isBusy) return
    setBusy(true)
    setRefusal(undefined)
    await call('previewInterviewBoundary', { path: { id }, body: { questionKey, wording } }).then(setPreview, (error) =>
      setRefusal(toRequestError(error)),
    )
    setBusy(false)
  }
  return html`<div class="reach">
    <button type="button" class="quiet" disabled=${!isReady} onClick=${show}>What would it keep out?</button>
    <${ErrorMessage} refusal=${refusal} onAgain=${show} />
    <div role="status">${preview && html`<${Reach} preview=${preview} />`}</div>
  </div>`
}

function Reach({ preview: { sentenceCount, sentences, answerCount, answers } }: { preview: Preview }) {
  if (sentenceCount === 0 && answerCount === 0)
    return html`<p class="hint">Nothing that is in the Lore or in your answers now.</p>`
  return html`
    <p>${formatCount(sentenceCount, 'sentence')} of the Lore${sentenceCount > 0 ? ':' : '.'}</p>
    <ul>${sentences.map(({ text }) => html`<li>“${text}”</li>`)}</ul>
    ${sentenceCount > sentences.length && html`<p class="hint">and ${sentenceCount - sentences.length} more</p>`}
    <p>${formatCount(answerCount, 'answer')}${answerCount > 0 ? ':' : '.'}</p>
    <ul>${answers.map(
      ({ question, isWhole, sentenceCount: count }) =>
        html`<li>${question} <span class="hint">${isWhole ? 'the whole answer' : formatCount(count, 'sentence')}</span></li>`,
    )}</ul>
    ${answerCount > answers.length && html`<p class="hint">and ${answerCount - answers.length} more</p>`}`
}

const formatCount = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`
