import { useEffect, useRef } from 'preact/hooks'

/** Focuses the first element that a selector finds when the focused one disappears with a change of `about`. */
export function useFocusWhenLost(about: unknown, selectors: string[]): void {
  const isFirst = useRef(true)
  useEffect(() => {
    if (about === undefined) return
    const hasFocus = document.activeElement !== null && document.activeElement !== document.body
    if (!isFirst.current && !hasFocus) {
      const found = selectors.map((one) => document.querySelector<HTMLElement>(one)).find((one) => one !== null)
      found?.focus()
    }
    isFirst.current = false
  }, [about])
}
