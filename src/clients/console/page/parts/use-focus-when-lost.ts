import { useEffect, useRef } from 'preact/hooks'

/**
 * When `about` changes and the focused element disappears with the change, focuses the first element that one of the
 * selectors finds. The first load takes no focus.
 */
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
