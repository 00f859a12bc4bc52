import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

type Props = { title: string; class?: string; children: ComponentChildren }

/** A part of a view under a heading of its own. */
export function Section({ title, children, ...rest }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id} {...rest}>
      <h2 id={id} tabindex={-1}>
        {title}
      </h2>
      {children}
    </section>
  )
}
