import { html } from '../html.ts'
import { countCodePoints } from '../text/windows.ts'

type Props = {
  id: string
  label: string
  value: string
  onValue: (value: string) => void
  max: number
  min?: number
  rows?: number
  hint?: string
  onSubmit?: () => void
}

/**
 * A text with its label and its length; Ctrl or Cmd and Enter submit. What is typed beyond the limit is shown, never
 * cut.
 */
export function TextField({ id, label, value, onValue, max, min = 1, rows = 3, hint, onSubmit }: Props) {
  const length = countCodePoints(value)
  const wrong = length > max
  return html`<div class="field">
    <label for=${id}>${label}</label>
    <textarea id=${id} rows=${rows} value=${value} aria-describedby="${id}-about" aria-invalid=${wrong}
      onInput=${(event: Event) => onValue((event.currentTarget as HTMLTextAreaElement).value)}
      onKeyDown=${(event: KeyboardEvent) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSubmit?.()
      }}></textarea>
    <p class="hint ${wrong ? 'wrong' : ''}" id="${id}-about">
      <span>${hint ?? ''}</span>
      <span class="count">${length} of ${max}${min > 1 && length < min ? `, at least ${min}` : ''}${wrong ? ', too long' : ''}</span>
    </p>
  </div>`
}

/** Whether a text may be sent unchanged; the service has the same limits. */
export const isWithinLimits = (text: string, min: number, max: number): boolean =>
  countCodePoints(text) >= min && countCodePoints(text) <= max && text.trim() !== ''
