import { fetchOutbound, type Network, type OutboundFailure, productToken } from '../http/index.ts'

/** The bytes of a robots.txt that are read: as many as every crawler has to read (RFC 9309, section 2.5). */
const bytesMax = 500 * 1024

/** Milliseconds: a third of what a page has for everything. */
const deadlineMs = 4_000

/** How long a response counts, in milliseconds: a day would be allowed. An unreachable site is soon tried again. */
const cacheMs = { answer: 60 * 60_000, failure: 60_000 }

/** Sites whose files are cached, the oldest evicted first: 25 MB, since parsed rules take twenty times their file. */
const cachedMax = 50

/**
 * Fetches each site's robots.txt (RFC 9309) once an hour to decide whether a page may be fetched. Fits `refuse` of a
 * call, so it is checked before every redirect too. Its own request is an outbound call like any other.
 */
export function createRobotsCheck(network?: Network) {
  const cache = new Map<string, { file: string | OutboundFailure; until: number }>()

  async function load(origin: string, signal: AbortSignal): Promise<string | OutboundFailure> {
    const known = cache.get(origin)
    if (known !== undefined && known.until > performance.now()) return known.file
    const file = await fetchFile(origin, signal, network)
    // An aborted call has learned nothing of the site.
    if (signal.aborted) return file
    cache.delete(origin)
    cache.set(origin, { file, until: performance.now() + cacheMs[typeof file === 'string' ? 'answer' : 'failure'] })
    const [oldest] = cache.keys()
    if (cache.size > cachedMax && oldest !== undefined) cache.delete(oldest)
    return file
  }

  return async (page: URL, signal: AbortSignal): Promise<OutboundFailure | undefined> => {
    const file = await load(page.origin, signal)
    if (typeof file !== 'string') return file
    return mayFetch(file, page) ? undefined : { failure: 'disallowed_by_robots' }
  }
}

/**
 * The file of a site. No file is no rule, and so are endless redirects (section 2.3.1). A site with 5xx or 429 is not
 * fetched, since its rules are unknown.
 */
async function fetchFile(
  origin: string,
  signal: AbortSignal,
  network: Network | undefined,
): Promise<string | OutboundFailure> {
  const accept = 'text/plain, */*;q=0.1'
  const answer = await fetchOutbound(`${origin}/robots.txt`, { signal, deadlineMs, bytesMax, network, accept })
  if ('failure' in answer) return answer.failure === 'too_many_redirects' ? '' : { failure: 'unreachable' }
  const { status, body, truncated } = answer
  if (status === 429 || status >= 500) return { failure: 'unreachable' }
  if (status < 200 || status > 299) return ''
  const text = new TextDecoder().decode(body)
  // The last line of a truncated file may be half a rule.
  return truncated ? text.slice(0, text.lastIndexOf('\n') + 1) : text
}

/** A rule, its pattern normalised and without the `$` at its end. */
type Rule = { allow: boolean; pattern: string; isAnchored: boolean }

/** Whether a page may be fetched: by the longest rule that matches, allow winning a tie; without a match, yes. */
export function mayFetch(file: string, { pathname, search }: URL): boolean {
  // An escaped `*` or `$` is a plain character.
  const path = normalizePath(pathname + search)
    .replaceAll('*', '%2A')
    .replaceAll('$', '%24')
  if (path === '/robots.txt') return true
  const weigh = ({ pattern, isAnchored, allow }: Rule) => 2 * (pattern.length + Number(isAnchored)) + Number(allow)
  let longest: Rule | undefined
  for (const rule of parseRules(file)) {
    if ((longest === undefined || weigh(rule) > weigh(longest)) && matches(rule, path)) longest = rule
  }
  return longest?.allow ?? true
}

/**
 * The rules that a robots.txt has for this service (RFC 9309, section 2.2): those of all groups that name it, else those
 * of all groups for `*`. Lines that are neither rules nor names of crawlers separate no groups; unreadable lines are
 * ignored.
 */
function parseRules(file: string): Rule[] {
  const groups: { agents: string[]; rules: Rule[] }[] = []
  let isNaming = false
  for (const line of file.split(/[\r\n]+/)) {
    const [, name = '', rest = ''] = /^\s*([a-z-]+)\s*:([^#]*)/i.exec(line) ?? []
    const value = rest.trim()
    if (/^user-agent$/i.test(name)) {
      if (!isNaming) groups.push({ agents: [], rules: [] })
      groups.at(-1)?.agents.push(parseAgent(value))
      isNaming = true
    } else if (/^(?:dis)?allow$/i.test(name)) {
      isNaming = false
      if (value !== '') groups.at(-1)?.rules.push(parseRule(/^allow$/i.test(name), value))
    }
  }
  const listRules = (agent: string) => groups.filter(({ agents }) => agents.includes(agent))
  const own = listRules(productToken.toLowerCase())
  return (own.length > 0 ? own : listRules('*')).flatMap(({ rules }) => rules)
}

/** Versions and remarks after a name do not belong to it. */
const parseAgent = (value: string) =>
  /^\*(\s|$)/.test(value) ? '*' : (/^[a-z_-]*/i.exec(value)?.[0] ?? '').toLowerCase()

function parseRule(allow: boolean, value: string): Rule {
  const isAnchored = value.endsWith('$')
  const pattern = normalizePath(isAnchored ? value.slice(0, -1) : value).replaceAll('$', '%24')
  return { allow, pattern, isAnchored }
}

/**
 * Characters that need no escape have none, every other has one in capitals (section 2.2.2); so have the delimiters in a
 * query, where an address may carry another one.
 */
function normalizePath(path: string): string {
  return path
    .replace(/[^\u0021-\u007e]+/g, (other) => encodeURIComponent(other.toWellFormed()))
    .replace(/%[0-9a-f]{2}/gi, (octet) => {
      const char = String.fromCharCode(Number.parseInt(octet.slice(1), 16))
      return /[A-Za-z0-9\-._~]/.test(char) ? char : octet.toUpperCase()
    })
    .replace(/\?.*$/s, (part) => `?${part.slice(1).replace(/[:/?#[\]@!'(),;]/g, escapeChar)}`)
}

const escapeChar = (char: string) => `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`

/** Each text is searched only after the previous match and never again, so no rule can make the search slow. */
function matches({ pattern, isAnchored }: Rule, path: string): boolean {
  const [first = '', ...rest] = pattern.split(/\*+/)
  if (!path.startsWith(first)) return false
  let at = first.length
  const last = isAnchored ? rest.pop() : undefined
  for (const text of rest) {
    const found = path.indexOf(text, at)
    if (found < 0) return false
    at = found + text.length
  }
  if (last !== undefined) return path.length - last.length >= at && path.endsWith(last)
  return !isAnchored || at === path.length
}
