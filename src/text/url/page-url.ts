import { isIP } from 'node:net'
import { parseTarget } from './parse-target.ts'
import { isPublicAddress } from './public-address.ts'

/** What links carry to tell their senders who came from where; the page is the same without it. */
const tracking = /^(utm_[^=]*|fbclid|gclid|dclid|msclkid|mc_cid|mc_eid|igsh|igshid|ref_src|si|_ga|yclid)(?==|$)/i

/**
 * The address of a page without what tracks its readers and without a fragment; undefined when it is no web address.
 * The rest of the query stays as it was written, in whatever encoding its site understands.
 */
export function canonicalizeUrl(url: string): string | undefined {
  const parsed = parseWebUrl(url)
  if (parsed === undefined) return undefined
  parsed.hash = ''
  const parameters = parsed.search.slice(1).split('&')
  const query = parameters.filter((parameter) => !tracking.test(parameter))
  // Put back only where something was cut out: an address with an empty query is not the same as one without.
  if (query.length < parameters.length) parsed.search = query.join('&')
  return parsed.href
}

function parseWebUrl(url: string): URL | undefined {
  const parsed = URL.parse(url)
  return parsed !== null && /^https?:$/.test(parsed.protocol) ? parsed : undefined
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

/**
 * A key that is equal for two spellings of one page's address: host and path without scheme, `www.`, default port,
 * letter case of the host, trailing slash and fragment. The query stays, because some sites distinguish pages only by
 * it. Undefined if it is no web address.
 */
export function normalizeProfileUrl(url: string): string | undefined {
  const parsed = parseWebUrl(url)
  if (parsed === undefined) return undefined
  const port = parsed.port === '' ? '' : `:${parsed.port}`
  return `${getHost(parsed)}${port}${parsed.pathname.replace(/(?<!\/)\/+$/, '')}${parsed.search}`
}

/** Names of sites by the domain of their pages, with any subdomain: of a language, of mobile devices. */
const sites: Readonly<Record<string, string>> = {
  'instagram.com': 'instagram',
  'instagr.am': 'instagram',
  'tiktok.com': 'tiktok',
  'x.com': 'x',
  'twitter.com': 'x',
  'facebook.com': 'facebook',
  'youtube.com': 'youtube',
  'threads.net': 'threads',
  'threads.com': 'threads',
  'bandcamp.com': 'bandcamp',
  'soundcloud.com': 'soundcloud',
  'spotify.com': 'spotify',
  'spotify.link': 'spotify',
  'deezer.com': 'deezer',
  'deezer.page.link': 'deezer',
  'inprocess.world': 'inprocess',
  'music.apple.com': 'apple music',
  'wikipedia.org': 'wikipedia',
  'musicbrainz.org': 'musicbrainz',
  'discogs.com': 'discogs',
}

/** Sites that show their pages to people who have signed in, or as video: there is no text of a page to keep. */
const withoutText = ['instagram', 'tiktok', 'x', 'facebook', 'youtube', 'threads', 'spotify', 'apple music']

/** The name of the site that an address leads to, where it is one of those that are known by name. */
export function findSite(url: string): string | undefined {
  const host = `.${URL.parse(url)?.hostname}`
  return Object.entries(sites).find(([domain]) => host.endsWith(`.${domain}`))?.[1]
}

/** The name of the site that a web address leads to, else its host. */
export const getSiteName = (url: string): string => findSite(url) ?? getHost(new URL(url))

/** Whether a page of the site can be read like an article, and so become a source. */
export const hasReadablePages = (url: string): boolean => !withoutText.includes(findSite(url) ?? '')

const getHost = ({ hostname }: URL) => hostname.replace(/^www\./, '')

/** Host names that are never public. */
const innerName = /^[^.]+$|\.(localhost|local|internal|home\.arpa)$/

/**
 * Why an address cannot be a page of an artist; undefined if it can. Makes no external call: the host is resolved and
 * checked when the page is fetched.
 */
export function refusalToLink(url: string): 'unsupported' | 'not_allowed' | undefined {
  if (URL.parse(url) === null) return 'unsupported'
  const target = parseTarget(url)
  if (target === undefined) return 'not_allowed'
  const host = target.hostname.replace(/^\[|\]$/g, '')
  const isInner = isIP(host) === 0 ? innerName.test(host) : !isPublicAddress(host)
  return isInner ? 'not_allowed' : undefined
}

/** An address of the web as it can be stored: http(s), without credentials or fragment, at most 2048 characters. */
export const toWebAddress = (value: unknown): string | undefined =>
  typeof value === 'string' ? parseTarget(value)?.href : undefined
