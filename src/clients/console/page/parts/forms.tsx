import type { ComponentChildren } from 'preact'
import { type Failure, type useDraft, useSave } from '../api/index.ts'
import { countCodePoints } from '../text/ranges.ts'
import { type Bounds, bounds, isWithinBounds } from './bounds.ts'
import { Button } from './layout.tsx'
import { SaveStatus } from './status.tsx'

export const onSubmitOf = (submit: () => unknown) => (event: Event) => {
  event.preventDefault()
  void submit()
}

type FieldProps = {
  id: string
  label: string
  value: string
  onValue: (value: string) => void
  bounds: Bounds
  rows?: number
  hint?: string
  isBig?: boolean
}

/** A text with its label; Ctrl or Cmd and Enter submit its form. What is typed beyond the limit is shown, never cut. */
export function TextField({ id, label, value, onValue, bounds: { min, max }, rows = 3, hint, isBig }: FieldProps) {
  const length = countCodePoints(value)
  const isTooLong = length > max
  const isTooShort = length > 0 && length < min
  return (
    <div class={isBig ? 'field big' : 'field'}>
      <label for={id}>{label}</label>
      <textarea
        id={id}
        rows={rows}
        value={value}
        aria-describedby={`${id}-about`}
        aria-invalid={isTooLong}
        onInput={(event) => onValue(event.currentTarget.value)}
        onKeyDown={({ key, ctrlKey, metaKey, currentTarget: { form } }) =>
          key === 'Enter' && (ctrlKey || metaKey) && form?.requestSubmit()
        }
      />
      <p class={isTooLong ? 'hint wrong' : 'hint'} id={`${id}-about`}>
        {isTooLong && `${length.toLocaleString()} characters, ${max.toLocaleString()} at most. `}
        {isTooShort && `At least ${min} characters. `}
        {hint}
      </p>
    </div>
  )
}

export const isAnswer = (text: string): boolean => isWithinBounds(text, bounds.AnswerText)

type AnswerProps = { id: string; draft: ReturnType<typeof useDraft<string>> }

export function AnswerField({ id, draft: { value, set, isKept } }: AnswerProps) {
  const hint = isKept
    ? 'Take your time. It is kept on this device as you type, and saved exactly as you write it.'
    : 'This browser keeps nothing: save before you leave.'
  return (
    <TextField label="Your answer" isBig rows={6} bounds={bounds.AnswerText} {...{ id, value, hint, onValue: set }} />
  )
}

type Props = {
  label: string
  isReady: boolean
  save: () => Promise<unknown>
  /** Called with why it was not saved, or with nothing when it was. */
  onEnd?: (failure: Failure | undefined) => unknown
  saved?: string
  beside?: ComponentChildren
  children: ComponentChildren
}

/** A form that saves at the service, with its button, what stands beside that, and the state of the save. */
export function SaveForm({ label, isReady, save, onEnd, saved = '', beside, children }: Props) {
  const { saving, run, isBusy } = useSave()
  async function submit() {
    if (!isReady || isBusy) return
    const failure = await run(save, saved)
    await onEnd?.(failure)
  }
  return (
    <form class="stack" onSubmit={onSubmitOf(submit)}>
      {children}
      <div class="row">
        <Button type="submit" kind="primary" label={label} disabled={!isReady || isBusy} />
        {beside}
      </div>
      <SaveStatus saving={saving} />
    </form>
  )
}
