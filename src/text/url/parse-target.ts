/** RFC 9110 sets no bound; this is the contract's, and what servers commonly take. */
const urlCharsMax = 2048

/**
 * A web address as something to call, without its fragment, or undefined when it may not be called. The URL parser has
 * by then written encoded hosts (decimal, octal, hexadecimal, full-width, percent-encoded) in their one plain form.
 * @param base what a relative address is relative to: a redirect may be
 */
export function parseTarget(address: string, base?: URL): URL | undefined {
  const url = URL.parse(address, base?.href)
  if (url === null || url.href.length > urlCharsMax) return undefined
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined
  if (url.username !== '' || url.password !== '' || !isWebPort(url.port)) return undefined
  url.hash = ''
  return url
}

/** Below 1024 stand services that take an HTTP request for something else: mail, terminals, directories. */
const isWebPort = (port: string) => port === '' || port === '80' || port === '443' || Number(port) >= 1024
