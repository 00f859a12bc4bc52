import { useState } from 'preact/hooks'
import { call } from '../api/call.ts'
import { readAllPages } from '../api/pages.ts'
import type { Schemas } from '../api/shapes.ts'
import { useLoad } from '../api/use-load.ts'
import { useArtist } from '../artist.ts'
import { html } from '../html.ts'
import { Heading } from '../parts/Heading.ts'
import { Loading } from '../parts/Loading.ts'
import { Timestamp } from '../parts/Timestamp.ts'
import { Revise } from './Revise.ts'
import { Versions } from './Versions.ts'

type Response = Schemas['SavedResponse']

/** Every saved answer, the newest question first. */
export function AnswersView() {
  const id = useArtist()
  const load = useLoad(async () => {
    const pages = await readAllPages((cursor) =>
      call('listInterviewResponses', {
        path: { id },
        query: { limit: 20, ...(cursor === undefined ? {} : { cursor }) },
      }),
    )
    return pages.flatMap(({ responses }) => responses)
  }, [id])
  return html`<${Heading}>Answers</${Heading}>
    <${Loading} load=${load} what="the answers">
      ${load.data?.length === 0 && html`<p class="hint">No answer is saved yet.</p>`}
      ${load.data?.map((response) => html`<${SavedAnswer} key=${response.id} response=${response} onChange=${load.reload} />`)}
    </${Loading}>`
}

function SavedAnswer({ response, onChange }: { response: Response; onChange: () => Promise<void> }) {
  const [shows, setShows] = useState<'revise' | 'versions'>()
  const [message, setMessage] = useState('')
  const toggle = (what: 'revise' | 'versions') => () => setShows(shows === what ? undefined : what)
  const headingId = `answer-${response.id}`
  return html`<article class="card question" aria-labelledby=${headingId}>
    <p class="about">${response.sitting === null ? response.source : `Sitting ${response.sitting}`} · <${Timestamp} at=${response.offeredAt} /></p>
    <h2 id=${headingId} class="quoted">${response.question}</h2>
    <div class="answer quoted">${response.answer}</div>
    <p class="hint"><span class="ok">✓ Saved</span> <${Timestamp} at=${response.answerUpdatedAt} /> <span role="status">${message}</span></p>
    <div class="row">
      <button type="button" aria-expanded=${shows === 'revise'} onClick=${toggle('revise')}>Revise</button>
      <button type="button" class="quiet" aria-expanded=${shows === 'versions'} onClick=${toggle('versions')}>Versions</button>
    </div>
    ${
      shows === 'revise' &&
      html`<${Revise} response=${response} onDone=${async (words: string) => {
        await onChange()
        setMessage(words)
        setShows('versions')
      }} />`
    }
    ${shows === 'versions' && html`<${Versions} answerId=${response.id} revision=${response.revision} />`}
  </article>`
}
