import { useLayoutEffect, useRef } from 'preact/hooks'
import { countCodePoints } from '../text/ranges.ts'

type Props = {
  id: string
  label: string
  value: string
  onValue: (value: string) => void
  max: number
  min?: number
  rows?: number
  hint?: string
  isBig?: boolean
  onSubmit?: () => void
}

/** Below this share of the limit the length is of no interest. */
const countedFrom = 0.8

/**
 * A text with its label; the field grows with the text, Ctrl or Cmd and Enter submit. What is typed beyond the limit is
 * shown, never cut.
 */
export function TextField({ id, label, value, onValue, max, min = 1, rows = 3, hint, isBig = false, onSubmit }: Props) {
  const field = useRef<HTMLTextAreaElement>(null)
  const length = countCodePoints(value)
  const isTooLong = length > max
  const isTooShort = min > 1 && length > 0 && length < min
  useLayoutEffect(() => {
    if (field.current === null || CSS.supports('field-sizing', 'content')) return
    field.current.style.height = 'auto'
    field.current.style.height = `${field.current.scrollHeight + 2}px`
  }, [value])
  return (
    <div class={isBig ? 'field big' : 'field'}>
      <label for={id}>{label}</label>
      <textarea
        id={id}
        ref={field}
        rows={rows}
        value={value}
        aria-describedby={`${id}-about`}
        aria-invalid={isTooLong}
        onInput={(event) => onValue(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault()
            onSubmit?.()
          }
        }}
      />
      <p class={isTooLong ? 'hint wrong' : 'hint'} id={`${id}-about`}>
        {hint}
        {(isTooLong || isTooShort || length > max * countedFrom) && (
          <span class="count">
            {' '}
            {length.toLocaleString()} of {isTooShort ? `at least ${min}` : max.toLocaleString()}
            {isTooLong && ', too long'}
          </span>
        )}
      </p>
    </div>
  )
}

/** Whether a text may be sent unchanged; the service has the same limits. */
export const isWithinLimits = (text: string, min: number, max: number): boolean =>
  countCodePoints(text) >= min && countCodePoints(text) <= max && text.trim() !== ''
