import { useRef, useState } from 'preact/hooks'
import type { Span } from '../../../../text/windows.ts'
import type { ReadingSpan } from '../text/ranges.ts'

type Props = {
  paragraphs: readonly (readonly ReadingSpan[])[]
  chosen: Span | undefined
  /** `isByKey` says that the focus should go to what can be done with the passage. */
  onChoose: (range: Span, isByKey: boolean) => void
  classes: readonly string[]
}

const steps: Record<string, 1 | -1> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** One stop of the Tab key: arrows lead from sentence to sentence, Enter or a click chooses one. */
export function ReadingText({ paragraphs, chosen, onChoose, classes }: Props) {
  const host = useRef<HTMLDivElement>(null)
  const choosable = paragraphs.flat().filter(({ isChoosable }) => isChoosable)
  const [at, setAt] = useState(0)
  const current = Math.min(at, choosable.length - 1)

  function onKey(event: KeyboardEvent) {
    const step = steps[event.key]
    const span = choosable[current]
    if (span === undefined || event.ctrlKey || event.altKey || event.metaKey) return
    if (event.key === 'Enter' || event.key === ' ') onChoose(span, true)
    else if (step !== undefined) {
      const next = Math.min(choosable.length - 1, Math.max(0, current + step))
      host.current?.querySelectorAll<HTMLElement>('[role=button]')[next]?.focus()
    } else return
    event.preventDefault()
  }
  return (
    <section ref={host} class="reading quoted" aria-label="The text of your page" onKeyDown={onKey}>
      {paragraphs.map((paragraph, index) => (
        <p key={paragraph[0]?.start} class={classes[index]}>
          {paragraph.map((span) =>
            span.isChoosable ? (
              // biome-ignore lint/a11y/useSemanticElements: a button cannot break over the lines of a paragraph
              // biome-ignore lint/a11y/useKeyWithClickEvents: the text takes the keys of its sentences
              <span
                key={span.start}
                role="button"
                tabIndex={span === choosable[current] ? 0 : -1}
                class="sentence"
                data-start={span.start}
                aria-pressed={span.start === chosen?.start}
                onFocus={() => setAt(choosable.indexOf(span))}
                onClick={() => onChoose(span, false)}
              >
                {span.text}
              </span>
            ) : (
              span.text
            ),
          )}
        </p>
      ))}
    </section>
  )
}

/** Gives the focus back to the sentence that begins at an offset. */
export const focusSentence = (start: number): void =>
  document.querySelector<HTMLElement>(`.reading [data-start="${start}"]`)?.focus()
