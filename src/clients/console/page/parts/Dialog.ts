import { useEffect, useRef } from 'preact/hooks'
import { type Children, html } from '../html.ts'

/** A modal part: the browser keeps the focus inside, closes it on Escape and gives the focus back. */
export function Dialog({ title, onClose, children }: { title: string; onClose: () => void } & Children) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
  }, [])
  return html`<dialog ref=${dialog} aria-labelledby="dialog-title" onClose=${onClose}>
    <header><h2 id="dialog-title">${title}</h2>
      <button type="button" class="quiet" onClick=${() => dialog.current?.close()}>Close</button></header>
    ${children}
  </dialog>`
}
