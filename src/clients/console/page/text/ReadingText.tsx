import { useEffect, useRef, useState } from 'preact/hooks'
import { isOverlapping, type ReadingSpan, type TextRange } from './ranges.ts'

type Props = {
  label: string
  paragraphs: readonly (readonly ReadingSpan[])[]
  chosen: TextRange | undefined
  /** `isByKey` says that the focus should go to what can be done with the passage. */
  onChoose: (range: TextRange, isByKey: boolean) => void
  classes?: readonly string[]
}

const steps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** One stop of the Tab key: arrows lead from sentence to sentence, Enter chooses one, Shift and Enter all up to it. */
export function ReadingText({ label, paragraphs, chosen, onChoose, classes = [] }: Props) {
  const host = useRef<HTMLDivElement>(null)
  const choosable = paragraphs.flat().filter(({ isChoosable }) => isChoosable)
  const order = new Map(choosable.map((span, index) => [span, index]))
  const [at, setAt] = useState(0)
  const current = Math.min(at, choosable.length - 1)
  useEffect(() => host.current?.querySelector('.found')?.scrollIntoView({ block: 'center' }), [paragraphs])

  function onKey(event: KeyboardEvent) {
    const step = steps[event.key]
    const span = choosable[current]
    if (span === undefined || event.ctrlKey || event.altKey || event.metaKey) return
    if (event.key === 'Enter' || event.key === ' ') {
      const from = (event.shiftKey && chosen) || span
      onChoose({ start: Math.min(from.start, span.start), end: Math.max(from.end, span.end) }, true)
    } else if (step !== undefined) {
      const next = Math.min(choosable.length - 1, Math.max(0, current + step))
      host.current?.querySelectorAll<HTMLElement>('[role=button]')[next]?.focus()
    } else return
    event.preventDefault()
  }
  function onPointerUp() {
    const selected = host.current && getSelectedRange(host.current)
    if (selected) onChoose(selected, false)
  }
  return (
    <section ref={host} class="reading quoted" aria-label={label} onKeyDown={onKey} onPointerUp={onPointerUp}>
      {paragraphs.map((paragraph, index) => (
        <p key={paragraph[0]?.start} class={classes[index]}>
          {paragraph.map((span) => {
            const mine = order.get(span)
            if (mine === undefined) return span.text
            return (
              // biome-ignore lint/a11y/useSemanticElements: a button cannot break over the lines of a paragraph
              // biome-ignore lint/a11y/useKeyWithClickEvents: the text takes the keys of its sentences
              <span
                key={span.start}
                role="button"
                tabIndex={mine === current ? 0 : -1}
                class={`sentence ${span.mark ?? ''}`}
                data-start={span.start}
                aria-pressed={chosen !== undefined && isOverlapping(span, chosen)}
                onFocus={() => setAt(mine)}
                onClick={() => getSelection()?.isCollapsed !== false && onChoose(span, false)}
              >
                {span.text}
              </span>
            )
          })}
        </p>
      ))}
    </section>
  )
}

/** Gives the focus back to the sentence that begins at an offset. */
export const focusSentence = (start: number): void =>
  document.querySelector<HTMLElement>(`.reading [data-start="${start}"]`)?.focus()

/** What is selected inside of `host`, by the offsets of its pieces (`data-start`); undefined when nothing is. */
export function getSelectedRange(host: Element): TextRange | undefined {
  const selection = getSelection()
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return undefined
  const range = selection.getRangeAt(0)
  const start = findOffset(host, range.startContainer, range.startOffset)
  const end = findOffset(host, range.endContainer, range.endOffset)
  return start === undefined || end === undefined || start >= end ? undefined : { start, end }
}

function findOffset(host: Element, node: Node, offset: number): number | undefined {
  const piece = (node instanceof Element ? node : node.parentElement)?.closest<HTMLElement>('[data-start]')
  if (piece == null || !host.contains(piece)) return undefined
  const before = document.createRange()
  before.setStart(piece, 0)
  before.setEnd(node, offset)
  return Number(piece.dataset.start) + before.toString().length
}
