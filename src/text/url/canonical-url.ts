import { normalizeProfileUrl } from './profile-url.ts'

/** What links carry to tell their senders who came from where; the page is the same without it. */
const tracking = /^(utm_.*|fbclid|gclid|dclid|msclkid|mc_cid|mc_eid|igsh|igshid|ref_src|si|_ga|yclid)$/i

/**
 * The address of a page without what tracks its readers and without a fragment; undefined when it is no web address.
 */
export function canonicalizeUrl(url: string): string | undefined {
  const parsed = URL.parse(url)
  if (parsed === null || (parsed.protocol !== 'http:' && parsed.protocol !== 'https:')) return undefined
  parsed.hash = ''
  for (const name of [...parsed.searchParams.keys()]) if (tracking.test(name)) parsed.searchParams.delete(name)
  return parsed.href
}

/**
 * What two addresses of one page have in common. Undefined when it is no web address, or one that is too long to be
 * kept.
 */
export function normalizePageUrl(url: string): string | undefined {
  const canonical = canonicalizeUrl(url)
  const address = canonical === undefined ? undefined : normalizeProfileUrl(canonical)
  return address === undefined || address === '' || address.length > 2048 ? undefined : address
}
