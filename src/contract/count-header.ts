/**
 * How often a header was sent; `name` in lower case. Node keeps repetitions only in `rawHeaders`, and an injected
 * request has no other record of them.
 */
export const countHeader = (rawHeaders: readonly string[], name: string): number =>
  rawHeaders.filter((sent, at) => at % 2 === 0 && sent.toLowerCase() === name).length
