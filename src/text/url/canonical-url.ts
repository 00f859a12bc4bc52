import { normalizeProfileUrl } from './profile-url.ts'

/** What links carry to tell their senders who came from where; the page is the same without it. */
const tracking = /^(utm_.*|fbclid|gclid|dclid|msclkid|mc_cid|mc_eid|igsh|igshid|ref_src|si|_ga|yclid)$/i

/**
 * The address of a page without what tracks its readers and without a fragment; undefined when it is no web address.
 * The rest of the query stays as it was written, in whatever encoding its site understands.
 */
export function canonicalizeUrl(url: string): string | undefined {
  const parsed = URL.parse(url)
  if (parsed === null || (parsed.protocol !== 'http:' && parsed.protocol !== 'https:')) return undefined
  parsed.hash = ''
  const parameters = parsed.search.slice(1).split('&')
  const query = parameters.filter((parameter) => !tracking.test(getName(parameter)))
  // Put back only where something was cut out: an address with an empty query is not the same as one without.
  if (query.length < parameters.length) parsed.search = query.join('&')
  return parsed.href
}

/** Escapes in the names of these parameters are of ASCII alone; any other name is none of them. */
const getName = (parameter: string) =>
  (parameter.split('=', 1)[0] ?? '').replace(/%([2-7][0-9a-f])/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )

/**
 * What two addresses of one page have in common. Undefined when it is no web address, or one that is too long to be
 * kept.
 */
export function normalizePageUrl(url: string): string | undefined {
  const canonical = canonicalizeUrl(url)
  const address = canonical === undefined ? undefined : normalizeProfileUrl(canonical)
  return address === undefined || address === '' || address.length > 2048 ? undefined : address
}
