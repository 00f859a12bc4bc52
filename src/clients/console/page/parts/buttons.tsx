import type { ButtonHTMLAttributes } from 'preact'
import { useSave } from '../api/index.ts'
import { SaveStatus } from './status.tsx'

type ButtonProps = ButtonHTMLAttributes & {
  label: string
  /** What the label leaves to the eye, for a screen reader. */
  about?: string | undefined
  kind?: 'primary' | 'link' | undefined
}

export const Button = ({ label, about, kind, ...rest }: ButtonProps) => (
  <button type="button" class={kind} {...rest}>
    {label}
    {about !== undefined && <span class="unseen"> {about}</span>}
  </button>
)

export const OutsideLink = ({ href, label, about = '' }: { href: string; label: string; about?: string }) => (
  <a href={href} target="_blank" rel="noopener noreferrer">
    {label}
    <span class="unseen"> {about} (opens a new tab)</span>
  </a>
)

type ActionProps = Pick<ButtonProps, 'label' | 'about' | 'kind'> & {
  work: () => Promise<unknown>
  onDone?: () => unknown
  saved?: string
  failed: string
}

export function Action({ work, onDone, saved = '', failed, ...button }: ActionProps) {
  const { saving, run, isBusy } = useSave()
  async function act() {
    const failure = await run(work, saved)
    if (failure === undefined || failure.isConflict) await onDone?.()
  }
  return (
    <>
      <Button disabled={isBusy} onClick={act} {...button} />
      <SaveStatus saving={saving} onAgain={act} failed={failed} />
    </>
  )
}
