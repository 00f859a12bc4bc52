import type { ButtonHTMLAttributes, ComponentChildren } from 'preact'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useSave } from '../api/index.ts'
import { SaveStatus } from './status.tsx'

type Props = { title: string; children: ComponentChildren }

/** The heading of a view; takes the focus when the view is opened, so that the next key goes on from there. */
export function Heading({ children }: { children: ComponentChildren }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <h1 ref={heading} tabindex={-1}>
      {children}
    </h1>
  )
}

export function Section({ title, children, ...rest }: Props & { class?: string }) {
  const id = useId()
  return (
    <section aria-labelledby={id} {...rest}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

type DialogProps = { label: string; kind?: 'link' | undefined; title: string; children: () => ComponentChildren }

/** The browser keeps the focus inside and closes it on Escape; however it ends, the focus goes back to the button. */
export function DialogButton({ label, kind, title, children }: DialogProps) {
  const [isOpen, setOpen] = useState(false)
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useLayoutEffect(() => {
    if (isOpen) dialog.current?.showModal()
  }, [isOpen])
  return (
    <>
      <Button label={label} kind={kind} onClick={() => setOpen(true)} />
      {isOpen && (
        <dialog ref={dialog} aria-labelledby={titleId} onClose={() => setOpen(false)}>
          <header class="split">
            <h2 id={titleId}>{title}</h2>
            <Button label="Close" kind="link" onClick={() => dialog.current?.close()} />
          </header>
          {children()}
        </dialog>
      )}
    </>
  )
}

/** A part that is made when it is first opened. */
export function Fold({ title, children }: { title: string; children: () => ComponentChildren }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen && children()}
    </details>
  )
}

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
}

export function Action({ work, onDone, saved = '', ...button }: ActionProps) {
  const { saving, run, isBusy } = useSave()
  async function act() {
    const failure = await run(work, saved)
    if (failure === undefined || failure.isConflict) await onDone?.()
  }
  return (
    <>
      <Button disabled={isBusy} onClick={act} {...button} />
      <SaveStatus saving={saving} failed="Not done" />
    </>
  )
}

/** Focuses the first element that a selector finds when the focused one disappears with a change of `about`. */
export function useFocusWhenLost(about: unknown, selectors: string[]): void {
  const isFirst = useRef(true)
  useEffect(() => {
    if (about === undefined) return
    const hasFocus = document.activeElement !== document.body
    if (!isFirst.current && !hasFocus) {
      const found = selectors.map((one) => document.querySelector<HTMLElement>(one)).find((one) => one !== null)
      found?.focus()
    }
    isFirst.current = false
  }, [about])
}
