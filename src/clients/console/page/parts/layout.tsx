import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { Button } from './buttons.tsx'

type Props = { title: string; children: ComponentChildren }

/** On arrival the focus stays where a browser puts it, before the link that skips the navigation. */
let hasArrived = false

/** The heading of a view; takes the focus when another view is opened, so that the next key goes on from there. */
export function Heading({ children }: { children: ComponentChildren }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (hasArrived) heading.current?.focus({ preventScroll: true })
    hasArrived = true
  }, [])
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

/** The browser keeps the focus inside and closes it on Escape; however it ends, the focus goes back to the opener. */
export function Dialog({ title, onClose, children }: Props & { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const opener = document.activeElement as HTMLElement | null
    dialog.current?.showModal()
    return () => opener?.focus()
  }, [])
  return (
    <dialog ref={dialog} aria-labelledby={titleId} onClose={onClose}>
      <header class="split">
        <h2 id={titleId}>{title}</h2>
        <Button label="Close" kind="quiet" onClick={() => dialog.current?.close()} />
      </header>
      {children}
    </dialog>
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
