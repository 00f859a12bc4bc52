import { useEffect, useRef } from 'preact/hooks'
import { type Children, html } from '../html.ts'

/**
 * A modal part: the browser keeps the focus inside and closes it on Escape. However it ends, the focus goes back to
 * the opener; the browser would lose it when an open one is taken out of the page.
 */
export function Dialog({ title, onClose, children }: { title: string; onClose: () => void } & Children) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const opener = document.activeElement as HTMLElement | null
    dialog.current?.showModal()
    return () => opener?.focus()
  }, [])
  return html`<dialog ref=${dialog} aria-labelledby="dialog-title" onClose=${onClose}>
    <header><h2 id="dialog-title">${title}</h2>
      <button type="button" class="quiet" onClick=${() => dialog.current?.close()}>Close</button></header>
    ${children}
  </dialog>`
}
