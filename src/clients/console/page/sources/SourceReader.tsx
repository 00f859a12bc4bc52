import { useMemo, useState } from 'preact/hooks'
import { useArtist } from '../api/artist.ts'
import type { Schemas } from '../api/client.ts'
import { useLoad } from '../api/use-load.ts'
import { Loading } from '../parts/Loading.tsx'
import { ReadingText } from '../text/ReadingText.tsx'
import { explainInvalidQuote, normalizeRange, type TextRange } from '../text/ranges.ts'
import { splitText } from '../text/split.ts'
import { type Original, readerWindowChars, readWindow, type TextWindow } from './read-window.ts'
import { SourceName } from './source-name.tsx'

export type CitedOriginal = Schemas['OriginalReference']

type Props = {
  original: Original
  /** What is marked, in the whole text. */
  found?: TextRange | undefined
  onCite?: ((reference: CitedOriginal) => void) | undefined
}

/** How much of the text before a marked passage is shown with it. */
const before = 600

/** A text, a window at a time, with a passage marked; a passage of it can be cited. */
export function SourceReader({ original, found, onCite }: Props) {
  const { id } = useArtist()
  const [start, setStart] = useState(Math.max(0, (found?.start ?? 0) - before))
  const load = useLoad(() => readWindow(id, original, start), [id, original.id, original.revision, start])
  return (
    <Loading load={load} what="the text" lines={8}>
      {(shown) => (
        <section class="stack" aria-label={shown.title}>
          <p class="hint">
            {shown.source ? <SourceName source={shown.source} /> : shown.title}
            {shown.source === undefined && shown.url !== null && (
              <>
                {' · '}
                <a href={shown.url} target="_blank" rel="noopener noreferrer">
                  original<span class="unseen"> (opens a new tab)</span>
                </a>
              </>
            )}
          </p>
          {shown.note !== null && <p class="notice">{shown.note}</p>}
          <Passages key={shown.start} shown={shown} found={found} onCite={onCite} />
          {(shown.start > 0 || shown.end < shown.totalChars) && (
            <nav class="split" aria-label="Parts of this text">
              <button
                type="button"
                disabled={shown.start === 0}
                onClick={() => setStart(Math.max(0, shown.start - readerWindowChars))}
              >
                Earlier
              </button>
              <span class="hint">
                {Math.round((100 * shown.end) / shown.totalChars)} % of {shown.totalChars.toLocaleString()} characters
              </span>
              <button type="button" disabled={shown.end >= shown.totalChars} onClick={() => setStart(shown.end)}>
                Later
              </button>
            </nav>
          )}
        </section>
      )}
    </Loading>
  )
}

type PassagesProps = { shown: TextWindow; found: TextRange | undefined; onCite: Props['onCite'] }

function Passages({ shown, found, onCite }: PassagesProps) {
  const [chosen, choose] = useState<TextRange>()
  const paragraphs = useMemo(
    () => splitText(shown.text, shown.start, found),
    [shown.revision, shown.start, found?.start],
  )
  const local = chosen && { start: chosen.start - shown.start, end: chosen.end - shown.start }
  const range = local && normalizeRange(shown.text, local)
  const quote = range === undefined ? '' : shown.text.slice(range.start, range.end)
  const refusal = range === undefined ? undefined : explainInvalidQuote(quote)
  const cite = () => {
    if (range === undefined || refusal !== undefined || shown.source === undefined) return
    const { sourceId } = shown.source
    const at = { start: shown.start + range.start, end: shown.start + range.end }
    onCite?.({ kind: 'original', sourceId, revision: shown.revision, ...at, quote })
  }
  return (
    <>
      <ReadingText
        label={`Text of ${shown.title}`}
        paragraphs={paragraphs}
        chosen={chosen}
        onChoose={(next, isByKey) => {
          choose(next)
          if (isByKey) requestAnimationFrame(() => document.getElementById('cite-passage')?.focus())
        }}
      />
      {onCite && shown.source !== undefined && (
        <div class="bottom-bar">
          <p class="hint" role="status">
            {refusal ?? (quote === '' ? 'Choose a sentence, or select words.' : `“${shorten(quote)}”`)}
          </p>
          <button
            type="button"
            id="cite-passage"
            class="primary"
            disabled={quote === '' || refusal !== undefined}
            onClick={cite}
          >
            Ask about this passage
          </button>
        </div>
      )}
    </>
  )
}

const shorten = (text: string) =>
  text.length <= 90 ? text : `${text.slice(0, 54).toWellFormed()} … ${text.slice(-27).toWellFormed()}`
