import { useMemo, useState } from 'preact/hooks'
import { type Schemas, useArtist, useLoad } from '../api/index.ts'
import { Button, Loading, OutsideLink } from '../parts/index.ts'
import { ReadingText } from '../text/ReadingText.tsx'
import { explainInvalidQuote, normalizeRange, type TextRange } from '../text/ranges.ts'
import { splitText } from '../text/split.ts'
import { type Original, readerWindowChars, readWindow, type TextWindow } from './read-window.ts'
import { SourceName } from './source-name.tsx'

export type CitedOriginal = Schemas['OriginalReference']

type OnCite = ((reference: CitedOriginal) => void) | undefined
type Props = {
  original: Original
  /** What is marked, in the whole text. */
  found?: TextRange | undefined
  onCite?: OnCite
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
            {shown.source ? <SourceName source={shown.source} /> : `${shown.title} `}
            {!shown.source && shown.url !== null && <OutsideLink href={shown.url} label="original" />}
          </p>
          {shown.note !== null && <p class="notice">{shown.note}</p>}
          <Window key={shown.start} shown={shown} found={found} onCite={onCite} />
          {(shown.start > 0 || shown.end < shown.totalChars) && (
            <nav class="split" aria-label="Parts of this text">
              <Button
                label="Earlier"
                disabled={shown.start === 0}
                onClick={() => setStart(Math.max(0, shown.start - readerWindowChars))}
              />
              <span class="hint">{`${Math.round((100 * shown.end) / shown.totalChars)} % read`}</span>
              <Button label="Later" disabled={shown.end >= shown.totalChars} onClick={() => setStart(shown.end)} />
            </nav>
          )}
        </section>
      )}
    </Loading>
  )
}

function Window({ shown, found, onCite }: { shown: TextWindow; found: TextRange | undefined; onCite: OnCite }) {
  const { text, start, revision, source } = shown
  const [chosen, choose] = useState<TextRange>()
  const paragraphs = useMemo(() => splitText(text, start, { found }), [revision, start, found?.start])
  const range = normalizeRange(text, { start: (chosen?.start ?? start) - start, end: (chosen?.end ?? start) - start })
  const quote = text.slice(range.start, range.end)
  const refusal = quote === '' ? undefined : explainInvalidQuote(quote)
  function cite() {
    if (quote === '' || refusal !== undefined || source === undefined) return
    const at = { start: start + range.start, end: start + range.end }
    onCite?.({ kind: 'original', sourceId: source.sourceId, revision, ...at, quote })
  }
  function onChoose(next: TextRange, isByKey: boolean) {
    choose(next)
    if (isByKey) requestAnimationFrame(() => document.getElementById('cite-passage')?.focus())
  }
  const isReady = quote !== '' && refusal === undefined
  return (
    <>
      <ReadingText label={`Text of ${shown.title}`} paragraphs={paragraphs} chosen={chosen} onChoose={onChoose} />
      {onCite && source !== undefined && (
        <div class="bottom-bar">
          <p class="hint" role="status">
            {refusal ?? (quote === '' ? 'Choose a sentence, or select words.' : `“${shorten(quote)}”`)}
          </p>
          <Button id="cite-passage" label="Ask about this passage" kind="primary" disabled={!isReady} onClick={cite} />
        </div>
      )}
    </>
  )
}

const shorten = (text: string) =>
  text.length <= 90 ? text : `${text.slice(0, 54).toWellFormed()} … ${text.slice(-27).toWellFormed()}`
