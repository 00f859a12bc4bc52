import { useEffect, useState } from 'preact/hooks'
import type { Schemas } from '../api/shapes.ts'
import { useLoad } from '../api/use-load.ts'
import { useArtist } from '../artist.ts'
import { html } from '../html.ts'
import { Loading } from '../parts/Loading.ts'
import { SelectableText } from '../text/SelectableText.ts'
import type { TextRange } from '../text/windows.ts'
import { readWindow, type WindowTarget } from './read-window.ts'

export type CitedOriginal = Schemas['OriginalReference']
type Props = { original: WindowTarget; marked?: TextRange | undefined; onCite?: (reference: CitedOriginal) => void }

/** How much of the text is shown before a marked passage. */
const beforeChars = 1_500

/** One text, window by window, with a passage marked in its context. */
export function SourceReader({ original, marked, onCite }: Props) {
  const artist = useArtist()
  const { sourceId, revision } = original
  const first = Math.max(0, (marked?.start ?? 0) - beforeChars)
  const [start, setStart] = useState(first)
  useEffect(() => setStart(first), [sourceId, revision, first])
  const load = useLoad(() => readWindow(artist, original, start), [artist, sourceId, revision, start])
  const shown = load.data
  const local = marked && shown && { start: marked.start - shown.start, end: marked.end - shown.start }
  const cite =
    onCite &&
    shown &&
    ((window: TextRange, quote: string) => {
      const at = { start: shown.start + window.start, end: shown.start + window.end }
      onCite({ kind: 'original', sourceId, revision: shown.revision, ...at, quote })
    })
  return html`<${Loading} load=${load} what="the text">
    ${
      shown &&
      html`<section class="reader" aria-label=${shown.title}>
        <p class="about">${shown.title}${shown.url && html` · <a href=${shown.url} target="_blank" rel="noopener noreferrer">the original<span class="unseen"> (opens elsewhere)</span></a>`}</p>
        ${shown.note && html`<p class="note">${shown.note}</p>`}
        <${SelectableText} text=${shown.text} marked=${local} label="Text of ${shown.title}" onCite=${cite} />
        ${
          (shown.start > 0 || shown.end < shown.totalChars) &&
          html`<nav class="row" aria-label="Windows of this text">
          <button type="button" class="quiet" disabled=${shown.start === 0}
            onClick=${() => setStart(Math.max(0, shown.start - 5_500))}>Earlier</button>
          <span class="hint">${shown.start.toLocaleString()} to ${shown.end.toLocaleString()} of ${shown.totalChars.toLocaleString()}</span>
          <button type="button" class="quiet" disabled=${shown.end >= shown.totalChars}
            onClick=${() => setStart(Math.max(shown.start + 1, shown.end - 500))}>Later</button>
        </nav>`
        }
      </section>`
    }
  </${Loading}>`
}
