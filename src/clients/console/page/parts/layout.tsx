import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { Button } from './buttons.tsx'

type Props = { title: string; children: ComponentChildren }

/** The heading of a view; takes the focus when the view is opened, so that the next key goes on from there. */
export function Heading({ children }: { children: ComponentChildren }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
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
  useEffect(() => {
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
