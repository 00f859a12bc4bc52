import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { html } from '../html.ts'
import { HighlightedText } from './HighlightedText.ts'
import { getSelectedRange, selectRange } from './selection.ts'
import { explainInvalidQuote, findSentenceRanges, normalizeRange, type TextRange } from './windows.ts'

type Props = {
  text: string
  marked?: TextRange | undefined
  label: string
  onCite?: (window: TextRange, quote: string) => void
}

/**
 * A text in which a passage can be marked, with a pointer, a finger or the keyboard: arrows step by sentences, Shift
 * and an arrow widen or narrow by a word, Enter cites. A passage that is marked from the beginning is cited as it
 * stands until another is picked.
 */
export function SelectableText({ text, marked, label, onCite }: Props) {
  const host = useRef<HTMLDivElement>(null)
  const [picked, setPicked] = useState<TextRange>()
  // Keys may come faster than the browser's events of the selection.
  const latest = useRef<TextRange>(undefined)
  latest.current = picked
  const sentences = useMemo(() => findSentenceRanges(text), [text])
  useEffect(() => {
    setPicked(undefined)
    const cited = host.current?.querySelector('[data-cited]')
    // Of what is longer than the window its beginning is shown.
    const isLong = (cited?.getBoundingClientRect().height ?? 0) > (host.current?.clientHeight ?? 0)
    cited?.scrollIntoView({ block: isLong ? 'start' : 'center' })
  }, [text, marked?.start])
  useEffect(() => {
    // Enter then cites the passage as it was found.
    if (marked !== undefined && onCite !== undefined) host.current?.focus({ preventScroll: true })
  }, [])
  useEffect(() => {
    if (onCite === undefined) return
    const follow = () => {
      const selected = host.current && getSelectedRange(host.current)
      // A press on the button clears the selection before it is used; the picked passage stays until another is picked.
      if (selected) setPicked(normalizeRange(text, selected))
    }
    document.addEventListener('selectionchange', follow)
    return () => document.removeEventListener('selectionchange', follow)
  }, [text, onCite === undefined])

  const isMarkInside = marked !== undefined && marked.start >= 0 && marked.end <= text.length
  const current = picked ?? (isMarkInside ? normalizeRange(text, marked) : undefined)
  const quote = current && text.slice(current.start, current.end)
  const refusal = quote === undefined ? undefined : explainInvalidQuote(quote)
  const cite = () => {
    if (current === undefined || quote === undefined || refusal !== undefined) return
    getSelection()?.removeAllRanges()
    setPicked(undefined)
    onCite?.(current, quote)
  }

  function onKey(event: KeyboardEvent) {
    if (onCite === undefined || host.current === null) return
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
    if (event.key === 'Enter') cite()
    else if (step === undefined || event.ctrlKey || event.altKey || event.metaKey) return
    else if (event.shiftKey && current) {
      if (picked === undefined) selectRange(host.current, current)
      getSelection()?.modify('extend', step > 0 ? 'forward' : 'backward', 'word')
    } else {
      const next = findSentenceBeside(sentences, latest.current ?? placeBefore(marked), step)
      latest.current = next
      setPicked(next)
      selectRange(host.current, next)
    }
    event.preventDefault()
  }

  return html`
    <div class="pickable">
      <div ref=${host} class="original" tabindex="0" role="group" aria-label=${label} onKeyDown=${onKey}
        aria-describedby=${onCite && 'how-to-pick'}><${HighlightedText} text=${text} marked=${marked} /></div>
      ${
        onCite &&
        html`<div class="pick-bar">
          <p class="hint" id="how-to-pick">Select words with a pointer or finger, or step through the sentences with the arrow keys
            (<kbd>Shift</kbd> widens by a word) and press <kbd>Enter</kbd>.</p>
          <p class="picked" role="status">${current && (refusal ?? html`Marked: <q>${truncateMiddle(quote ?? '')}</q>`)}</p>
          <button type="button" class=${picked === undefined && current ? 'primary' : ''} disabled=${current === undefined || refusal !== undefined}
            onPointerDown=${(event: Event) => event.preventDefault()} onClick=${cite}>Cite this passage</button>
        </div>`
      }
    </div>`
}

/** The first step leads to the marked passage. */
const placeBefore = (marked: TextRange | undefined) => marked && { start: marked.start - 1, end: marked.start - 1 }

/** The next sentence in a direction, from the marked one. */
function findSentenceBeside(sentences: TextRange[], picked: TextRange | undefined, step: number): TextRange {
  const none = { start: 0, end: 0 }
  if (picked === undefined) return sentences[0] ?? none
  const next =
    step > 0
      ? sentences.find(({ start }) => start > picked.start)
      : sentences.findLast(({ start }) => start < picked.start)
  return next ?? picked
}

export const truncateMiddle = (text: string, max = 90): string =>
  text.length <= max ? text : `${text.slice(0, max * 0.6).toWellFormed()} … ${text.slice(-max * 0.3).toWellFormed()}`
