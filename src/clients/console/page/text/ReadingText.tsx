import { useEffect, useRef, useState } from 'preact/hooks'
import type { ReadingSpan, TextRange } from './ranges.ts'
import { getSelectedRange } from './selection.ts'

type Props = {
  label: string
  paragraphs: readonly (readonly ReadingSpan[])[]
  chosen: TextRange | undefined
  /** `isByKey` says that the focus should go to what is now possible with the passage. */
  onChoose: (range: TextRange, isByKey: boolean) => void
  /** What stands behind a piece, such as the number of its source. */
  renderAfter?: (span: ReadingSpan) => preact.ComponentChildren
}

const steps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/**
 * A text whose sentences are chosen with a pointer, a finger or the keyboard. It is one stop of the Tab key: arrows
 * lead from sentence to sentence, Shift widens the choice, Enter chooses. A pointer may select any words.
 */
export function ReadingText({ label, paragraphs, chosen, onChoose, renderAfter }: Props) {
  const host = useRef<HTMLDivElement>(null)
  const choosable = paragraphs.flat().filter(({ isChoosable }) => isChoosable)
  const [at, setAt] = useState(0)
  const current = Math.min(at, Math.max(0, choosable.length - 1))
  const anchor = useRef<number>(undefined)
  const focusOn = (next: number) => {
    setAt(next)
    host.current?.querySelectorAll<HTMLElement>('[role=button]')[next]?.focus()
  }
  useEffect(() => {
    const found = host.current?.querySelector('.found')
    found?.scrollIntoView({ block: 'center' })
  }, [paragraphs])

  function onKey(event: KeyboardEvent) {
    const step = steps[event.key]
    const span = choosable[current]
    if (span === undefined || event.ctrlKey || event.altKey || event.metaKey) return
    if (event.key === 'Enter' || event.key === ' ') {
      const from = choosable[anchor.current ?? current] ?? span
      onChoose({ start: Math.min(from.start, span.start), end: Math.max(from.end, span.end) }, true)
    } else if (step !== undefined) {
      anchor.current = event.shiftKey ? (anchor.current ?? current) : undefined
      focusOn(Math.min(choosable.length - 1, Math.max(0, current + step)))
    } else return
    event.preventDefault()
  }
  function onPointerUp() {
    const selected = host.current && getSelectedRange(host.current)
    if (selected && selected.end > selected.start) onChoose(selected, false)
  }
  const isInChoice = (index: number) =>
    anchor.current !== undefined &&
    index >= Math.min(anchor.current, current) &&
    index <= Math.max(anchor.current, current)
  const order = new Map(choosable.map((span, index) => [span, index]))
  return (
    <section ref={host} class="reading quoted" aria-label={label} onKeyDown={onKey} onPointerUp={onPointerUp}>
      {paragraphs.map((paragraph) => (
        <p key={paragraph[0]?.start}>
          {paragraph.map((span) => {
            const mine = order.get(span)
            if (mine === undefined) return <Plain key={`${span.start}-${span.end}`} span={span} />
            const isChosen = chosen !== undefined && span.start < chosen.end && chosen.start < span.end
            return (
              <>
                {/* biome-ignore lint/a11y/useSemanticElements: a button cannot break over the lines of a paragraph */}
                {/* biome-ignore lint/a11y/useKeyWithClickEvents: the text takes the keys of its sentences */}
                <span
                  key={span.start}
                  role="button"
                  tabIndex={mine === current ? 0 : -1}
                  class={`sentence ${span.mark ?? ''} ${isInChoice(mine) ? 'marked' : ''}`}
                  data-start={span.start}
                  aria-pressed={isChosen}
                  onFocus={() => setAt(mine)}
                  onClick={() => getSelection()?.isCollapsed !== false && onChoose(span, false)}
                >
                  {span.text}
                </span>
                {renderAfter?.(span)}
              </>
            )
          })}
        </p>
      ))}
    </section>
  )
}

const Plain = ({ span }: { span: ReadingSpan }) => <span data-start={span.start}>{span.text}</span>

/** Gives the focus back to the sentence that begins at an offset. */
export const focusSentence = (start: number): void =>
  document.querySelector<HTMLElement>(`.reading [data-start="${start}"]`)?.focus()
