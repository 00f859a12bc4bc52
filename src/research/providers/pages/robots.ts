import { runInTimeSlices, type TimeSliced } from '#src/text/time-slices.ts'
import { fetchOutbound, type Network, type OutboundFailure, productToken } from '../http/index.ts'

/** The bytes of a robots.txt that are read: as many as every crawler has to read (RFC 9309, section 2.5). */
const bytesMax = 500 * 1024

/** Milliseconds: a third of what a page has for everything. */
const deadlineMs = 4_000

/** How long a response counts, in milliseconds: a day would be allowed. An unreachable site is soon tried again. */
const cacheMs = { answer: 60 * 60_000, failure: 60_000 }

/** Sites that are cached, the last ones: the rules of each may take thirty times the bytes of its file. */
const sitesMax = 8

/** The rules of a site; a failure where it is unreachable, which counts as no. */
type Robots = Rule[] | OutboundFailure

/**
 * Fetches each site's robots.txt (RFC 9309) once an hour to decide whether a page may be fetched. Fits `refuse` of a
 * call, so it is checked before every redirect too. Its own request is an outbound call like any other.
 */
export function createRobotsCheck(network?: Network) {
  const cache = new Map<string, { robots: Robots; until: number }>()

  function store(origin: string, robots: Robots): void {
    cache.delete(origin)
    cache.set(origin, { robots, until: performance.now() + cacheMs['failure' in robots ? 'failure' : 'answer'] })
    const [oldest = origin] = cache.keys()
    if (cache.size > sitesMax) cache.delete(oldest)
  }

  return async (page: URL, signal: AbortSignal): Promise<OutboundFailure | undefined> => {
    const cached = cache.get(page.origin)
    const isFresh = cached !== undefined && cached.until > performance.now()
    const robots = isFresh ? cached.robots : await fetchRobots(page.origin, signal, network)
    // An aborted call has learned nothing of the site.
    if (!isFresh && !signal.aborted) store(page.origin, robots)
    if ('failure' in robots) return robots
    return mayFetch(robots, page) ? undefined : { failure: 'disallowed_by_robots' }
  }
}

/**
 * The rules of a site. No file is no rule, and so are endless redirects (section 2.3.1). A site with 5xx or 429 is not
 * fetched, since its rules are unknown.
 */
async function fetchRobots(origin: string, signal: AbortSignal, network: Network | undefined): Promise<Robots> {
  const accept = 'text/plain, */*;q=0.1'
  const answer = await fetchOutbound(`${origin}/robots.txt`, { signal, deadlineMs, bytesMax, network, accept })
  if ('failure' in answer) return answer.failure === 'too_many_redirects' ? [] : { failure: 'unreachable' }
  const { ok, status, body, truncated } = answer
  if (status === 429 || status >= 500) return { failure: 'unreachable' }
  if (!ok) return []
  const text = new TextDecoder().decode(body)
  // The last line of a truncated file may be half a rule.
  return await runInTimeSlices(parseRules(truncated ? text.slice(0, text.lastIndexOf('\n') + 1) : text))
}

/**
 * A rule: the texts that have to follow one another in a path, the first at its beginning and, where the rule ends with
 * `$`, the last at its end; as they are, and with the query's delimiters escaped.
 */
type Rule = { allow: boolean; length: number; isAnchored: boolean; forms: string[][] }

/** Whether a page may be fetched: by the first rule that matches; without a match, yes. */
export function mayFetch(rules: readonly Rule[], { pathname, search }: URL): boolean {
  // An escaped `*` or `$` is a plain character.
  const path = normalizePath(pathname + search)
    .replaceAll('*', '%2A')
    .replaceAll('$', '%24')
  if (path === '/robots.txt') return true
  const paths = listForms(path)
  const isMatch = ({ forms, isAnchored }: Rule) =>
    paths.some((one) => forms.some((form) => matches(form, isAnchored, one)))
  return rules.find(isMatch)?.allow ?? true
}

/**
 * The rules that a robots.txt has for this service (RFC 9309, section 2.2): those of all groups that name it, else
 * those of all groups for `*`; the longest first, and of one length those that allow. Lines that are neither rules nor
 * names of crawlers separate no groups; unreadable lines are ignored. Yields between lines.
 */
export function* parseRules(file: string): TimeSliced<Rule[]> {
  const groups: { agents: string[]; rules: Rule[] }[] = []
  let isNaming = false
  for (const line of file.split(/[\r\n]+/)) {
    yield
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
  return (own.length > 0 ? own : listRules('*'))
    .flatMap(({ rules }) => rules)
    .sort((one, other) => other.length - one.length || Number(other.allow) - Number(one.allow))
}

/** Versions and remarks after a name do not belong to it. */
const parseAgent = (value: string) =>
  /^\*(\s|$)/.test(value) ? '*' : (/^[a-z_-]*/i.exec(value)?.[0] ?? '').toLowerCase()

function parseRule(allow: boolean, value: string): Rule {
  const isAnchored = value.endsWith('$')
  const pattern = normalizePath(isAnchored ? value.slice(0, -1) : value).replaceAll('$', '%24')
  const forms = listForms(pattern).map((form) => form.split(/\*+/))
  return { allow, length: pattern.length + Number(isAnchored), isAnchored, forms }
}

/** Characters that need no escape have none, every other has one in capitals (section 2.2.2). */
const normalizePath = (path: string): string =>
  path
    .replace(/[^\u0021-\u007e]+/g, (other) => encodeURIComponent(other.toWellFormed()))
    .replace(/%[0-9a-f]{2}/gi, (octet) => {
      const char = String.fromCharCode(Number.parseInt(octet.slice(1), 16))
      return /[A-Za-z0-9\-._~]/.test(char) ? char : octet.toUpperCase()
    })

/** A path as it is, and with the delimiters of its query escaped: an address there may be either. */
const listForms = (path: string): string[] => [
  ...new Set([path, path.replace(/\?.*$/s, (query) => `?${query.slice(1).replace(/[:/?#[\]@!'(),;]/g, escapeChar)}`)]),
]

const escapeChar = (char: string) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`

/** Each text is searched only after the previous match and never again, so no rule can make the search slow. */
function matches([first = '', ...rest]: readonly string[], isAnchored: boolean, path: string): boolean {
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
