import { useEffect, useRef } from 'preact/hooks'
import { type Children, html } from '../html.ts'

/** The heading of a view; takes the focus when the view is opened, so that the next key goes on from there. */
export function Heading({ children }: Children) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return html`<h1 ref=${heading} tabindex="-1">${children}</h1>`
}
