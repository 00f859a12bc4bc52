/**
 * How often a header was sent; `name` in lower case. Node keeps repetitions only in `rawHeaders`, and an injected
 * request has no other record of them.
 */
export function countHeader(rawHeaders: readonly string[], name: string): number {
  let times = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const sent = rawHeaders[at]
    if (sent !== undefined && sent.length === name.length && sent.toLowerCase() === name) times += 1
  }
  return times
}
