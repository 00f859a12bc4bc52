import { useLayoutEffect, useRef } from 'preact/hooks'
import type { useDraft } from '../api/index.ts'
import { countCodePoints } from '../text/ranges.ts'

export const onSubmitOf = (submit: () => unknown) => (event: Event) => {
  event.preventDefault()
  void submit()
}

/** Whether a text may be sent unchanged; the service has the same limits. */
export const isWithinLimits = (text: string, min: number, max: number): boolean =>
  countCodePoints(text) >= min && countCodePoints(text) <= max && text.trim() !== ''

type FieldProps = {
  id: string
  label: string
  value: string
  onValue: (value: string) => void
  max: number
  min?: number
  rows?: number
  hint?: string
  isBig?: boolean
  onSubmit?: () => unknown
}

/** Below this share of the limit the length is of no interest. */
const countedFrom = 0.8

/**
 * A text with its label; the field grows with the text, Ctrl or Cmd and Enter submit. What is typed beyond the limit is
 * shown, never cut.
 */
export function TextField({ id, label, value, onValue, max, min = 1, rows = 3, hint, isBig, onSubmit }: FieldProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const length = countCodePoints(value)
  const isTooLong = length > max
  const isTooShort = min > 1 && length > 0 && length < min
  useLayoutEffect(() => {
    if (field.current === null || CSS.supports('field-sizing', 'content')) return
    field.current.style.height = 'auto'
    field.current.style.height = `${field.current.scrollHeight + 2}px`
  }, [value])
  function onKey(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    onSubmit?.()
  }
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
        onKeyDown={onKey}
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

/** Code points of an answer (contract, saveInterviewAnswer). */
const answerMax = 2000

export const isAnswer = (text: string): boolean => isWithinLimits(text, 1, answerMax)

type AnswerProps = { id: string; draft: ReturnType<typeof useDraft<string>>; onSubmit: () => unknown }

export function AnswerField({ id, draft: { value, set, isKept }, onSubmit }: AnswerProps) {
  const kept = isKept
    ? 'Kept on this device as you type, until you save it.'
    : 'This browser keeps nothing: save before you leave.'
  const hint = value === '' ? 'Take your time. It is saved exactly as you write it; you can revise it later.' : kept
  const shared = { id, value, hint, onSubmit, onValue: set }
  return <TextField label="Your answer" isBig rows={6} max={answerMax} {...shared} />
}

type SearchProps = { label: string; onSearch: (words: string) => void }

export const SearchField = ({ label, onSearch }: SearchProps) => {
  const field = useRef<HTMLInputElement>(null)
  return (
    <search>
      <form class="row" onSubmit={onSubmitOf(() => onSearch(field.current?.value.trim() ?? ''))}>
        <input class="grow" type="search" aria-label={label} placeholder={label} maxlength={300} ref={field} />
        <button type="submit">Search</button>
      </form>
    </search>
  )
}
