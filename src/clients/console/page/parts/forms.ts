/** Lets a form be handled by the page. */
export const onSubmitOf = (submit: () => unknown) => (event: Event) => {
  event.preventDefault()
  void submit()
}

/** `1 answer`, `2 answers`. */
export const formatCount = (count: number, what: string) => `${count.toLocaleString()} ${what}${count === 1 ? '' : 's'}`
