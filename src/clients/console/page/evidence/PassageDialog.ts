import { call } from '../api/call.ts'
import type { Schemas } from '../api/shapes.ts'
import { useLoad } from '../api/use-load.ts'
import { useArtist } from '../artist.ts'
import { html } from '../html.ts'
import { Dialog } from '../parts/Dialog.ts'
import { Loading } from '../parts/Loading.ts'
import { HighlightedText } from '../text/HighlightedText.ts'
import { SourceReader } from './SourceReader.ts'

type Reference = Schemas['Reference']

/** A cited passage in its context: in its source, or in an earlier answer. */
export const PassageDialog = ({ reference, onClose }: { reference: Reference; onClose: () => void }) => html`
  <${Dialog} title="The cited passage" onClose=${onClose}>
    ${
      reference.kind === 'original'
        ? html`<${SourceReader} original=${toOriginal(reference)} marked=${reference} />`
        : html`<${AnswerPassage} reference=${reference} />`
    }
  </${Dialog}>`

/** A discovery is opened as research evidence; anything else is a source. */
const toOriginal = ({ sourceId, revision }: Schemas['OriginalReference']) => ({
  sourceId,
  revision,
  isFound: sourceId.startsWith('discovery:'),
})

function AnswerPassage({ reference }: { reference: Schemas['AnswerReference'] }) {
  const id = useArtist()
  const { entryId: answerId, revision } = reference
  const load = useLoad(
    () => call('readInterviewResponse', { path: { id, answerId }, query: { revision } }),
    [id, answerId, revision],
  )
  return html`<${Loading} load=${load} what="the answer">
    <p class="about">Answer to “${load.data?.response.question}”</p>
    <div class="original" tabindex="0" role="group" aria-label="The answer"><${HighlightedText} text=${load.data?.response.answer ?? ''} marked=${reference} /></div>
  </${Loading}>`
}
