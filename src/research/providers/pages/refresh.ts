import type { Document } from './parse-html.ts'

/** Seconds: a page that moves on later is read before. */
const delayMax = 30

/** `5; url=/story`, also with a comma, with quotes, or without `url=` (HTML standard, section 4.2.5.3). */
const refresh = /^\s*(\d*)(?:\.[\d.]*)?\s*[;,\s]\s*(?:url\s*=\s*|(?!url\s*=))(?:'([^']*)|"([^"]*)|([^'"].*))/is

/**
 * Where a page sends its reader by a meta element; undefined where it does not, or only reads itself again.
 * @param address the page's own, which is what a relative one is relative to unless the page declares a base
 */
export function findRefresh(document: Document, address: string): string | undefined {
  const metas = [...document.querySelectorAll('meta[http-equiv]')]
  const meta = metas.find((one) => one.getAttribute('http-equiv')?.trim().toLowerCase() === 'refresh')
  const [, seconds, ...places] = refresh.exec(meta?.getAttribute('content') ?? '') ?? []
  const place = places.find((one) => one !== undefined)?.trim() ?? ''
  if (place === '' || Number(seconds) > delayMax) return undefined
  const base = URL.parse(document.querySelector('base[href]')?.getAttribute('href') ?? '', address)?.href ?? address
  const target = URL.parse(place, base)
  if (target === null || !/^https?:$/.test(target.protocol)) return undefined
  target.hash = ''
  return target.href === URL.parse(address)?.href.replace(/#.*$/s, '') ? undefined : target.href
}

/** Characters of a page that only checks its reader: none of them is an article. */
const challengeCharsMax = 1_500

/** Characters at the beginning of such a page in which it says so. */
const beginningChars = 300

/** Whole titles of such pages, by the services that write them. */
const challengeTitles =
  /^(?:just a moment\.*|one moment,? please\.*|attention required!?(?: \| cloudflare)?|access (?:to this page has been )?denied\.?|pardon our interruption\.*|are you a (?:robot|human)\?|robot check|security check|human verification|bot verification|ddos-guard|client challenge|you are being redirected\.*|vercel security checkpoint|radware captcha page)$/i

/** What they say to their reader. */
const challengeWords = new RegExp(
  [
    'checking (?:your browser|if the site connection is secure)|performing security verification|ddos protection by',
    "(?:verify(?:ing)?|confirm) (?:that )?you(?: are|['’]re) (?:a )?(?:human|not a (?:ro)?bot)|making sure you['’]re not a bot",
    'unusual traffic from your|needs to review the security of your connection|enable javascript and cookies to continue',
    "we['’]re verifying your browser|(?:check your browser|your request is being verified)\\.{3}|blocked by network security",
    'please enable js and disable any ad ?blocker|please unblock challenges\\.cloudflare|incapsula incident id',
    'press (?:&|and) hold to confirm|complete the (?:captcha|security check)|to continue, please (?:solve|complete)',
  ].join('|'),
  'i',
)

/** Whether a page is no content but a check of who reads it. */
export const isChallenge = (title: string, text: string): boolean =>
  text.length <= challengeCharsMax &&
  (challengeTitles.test(title.trim()) || challengeWords.test(text.slice(0, beginningChars)))
