import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

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
