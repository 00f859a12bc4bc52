/** Headers by their names in lower case; the values of a repeated one, joined by commas (RFC 9110, section 5.3). */
export type AnswerHeaders = Readonly<Record<string, string | undefined>>

/** What an external server answered, whatever its status. */
export type OutboundResponse = {
  /** Its status is one from 200 to 299. */
  ok: boolean
  status: number
  headers: AnswerHeaders
  /** Decompressed, at most as many bytes as were asked for. */
  body: Buffer
  /** Where the answer came from after redirects, without fragment. */
  finalUrl: string
  /** The body is longer than what was asked for; the rest was not read. */
  truncated: boolean
}

/** Why there is no response. None of these carries external text, so all of them may be logged and counted. */
export type OutboundFailure = {
  failure:
    | 'refused_url' // not http(s), with credentials, at a port that is not the web's, or no address at all
    | 'disallowed_by_robots' // the site's robots.txt disallows the fetch
    | 'refused_address' // leads to an address that is not public
    | 'unresolved' // the name has no address
    | 'unreachable' // no connection, so nothing was sent
    | 'broken' // the connection broke before the whole answer was there
    | 'timed_out' // the deadline of the call has passed
    | 'aborted' // the caller's signal
    | 'too_many_redirects'
    | 'malformed' // what came is not HTTP, or not what its Content-Encoding says
}
