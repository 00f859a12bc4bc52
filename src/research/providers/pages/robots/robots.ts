import { fetchOutbound, type Network, type OutboundFailure, productToken } from '../../http/index.ts'
import { mayFetch, parseRobotsRules, type Rule } from './rules.ts'

/**
 * What a site lets this service fetch, and how long the file was; a failure where it is unreachable, which counts as
 * no.
 */
type RobotsAnswer = { rules: Rule[]; octets: number } | OutboundFailure

/** The bytes of a robots.txt that are read: as many as every crawler has to read (RFC 9309, section 2.5). */
const bytesMax = 500 * 1024

/** Milliseconds: a third of what a page has for everything. */
const deadlineMs = 4_000

/** How long a response counts, in milliseconds: a day would be allowed. An unreachable site is soon tried again. */
const cacheMs = { answer: 60 * 60_000, failure: 60_000 }

/**
 * What is cached, the oldest evicted first: sites, and the octets of all their responses. Most have a thousand or two;
 * parsed, the shortest rules take twenty times the memory that they took on the wire, and a site may have as many names
 * and ports as it likes.
 */
const cacheMax = { sites: 500, octets: 4_000_000 }

/**
 * Fetches each site's robots.txt (RFC 9309) once an hour to decide whether a page may be fetched. Fits `refuse` of a
 * call, so it is checked before every redirect too. Its own request is an outbound call like any other.
 */
export function createRobotsCheck(network?: Network) {
  const cache = new Map<string, { answer: RobotsAnswer; until: number }>()
  let octets = 0

  function forget(origin: string): void {
    octets -= countOctets(cache.get(origin)?.answer)
    cache.delete(origin)
  }

  function store(origin: string, answer: RobotsAnswer): void {
    forget(origin)
    cache.set(origin, { answer, until: performance.now() + ('failure' in answer ? cacheMs.failure : cacheMs.answer) })
    octets += countOctets(answer)
    for (const oldest of cache.keys()) {
      if (cache.size <= cacheMax.sites && octets <= cacheMax.octets) break
      forget(oldest)
    }
  }

  async function load(origin: string, signal: AbortSignal): Promise<RobotsAnswer> {
    const known = cache.get(origin)
    if (known !== undefined && known.until > performance.now()) return known.answer
    const answer = await fetchRules(origin, signal, network)
    // An aborted call has learned nothing of the site.
    if (signal.aborted) return answer
    store(origin, answer)
    return answer
  }

  return async (page: URL, signal: AbortSignal): Promise<OutboundFailure | undefined> => {
    const answer = await load(page.origin, signal)
    if ('failure' in answer) return answer
    return mayFetch(answer.rules, page) ? undefined : { failure: 'disallowed_by_robots' }
  }
}

const countOctets = (answer: RobotsAnswer | undefined) =>
  answer === undefined || 'failure' in answer ? 0 : answer.octets

const noRules: RobotsAnswer = { rules: [], octets: 0 }

/**
 * No file is no rule, and so are endless redirects (section 2.3.1). A site with 5xx or 429 is not fetched, since its
 * rules are unknown.
 */
async function fetchRules(origin: string, signal: AbortSignal, network: Network | undefined): Promise<RobotsAnswer> {
  const answer = await fetchOutbound(`${origin}/robots.txt`, {
    signal,
    deadlineMs,
    bytesMax,
    network,
    accept: 'text/plain, */*;q=0.1',
  })
  if ('failure' in answer) return answer.failure === 'too_many_redirects' ? noRules : { failure: 'unreachable' }
  const { status, body, truncated } = answer
  if (status === 429 || status >= 500) return { failure: 'unreachable' }
  if (status < 200 || status > 299) return noRules
  const text = new TextDecoder().decode(body)
  // The last line of a truncated file may be half a rule.
  const whole = truncated ? text.slice(0, text.lastIndexOf('\n') + 1) : text
  return { rules: parseRobotsRules(productToken.toLowerCase(), whole), octets: body.length }
}
