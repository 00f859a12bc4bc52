import type { Exchange } from './session.ts'

/**
 * A request may have the form of the contract and still contradict the data: no schema says these rules, the
 * operations' descriptions do. Only a 400 that names one of these fields for this reason is one.
 */
const meanings: readonly RegExp[] = [
  /^query\.cursor: is none that this listing has given out$/,
  /^query\.(start|end): lies past the end of the text/,
  /^query\.start: lies inside a surrogate pair$/,
  /^query\.end: /,
  /end: with start it is no window of the text$/,
  /sourceIds\/\d+: is no approved public record of this artist with a web address$/,
  /targetUrl: must be a web address without credentials, at a port of the web$/,
  /toDate: is before fromDate$/,
  /decisions\/\d+\/sourceId: is decided about twice$/,
  /question: is not what was asked$/,
]

export const refusesMeaning = ({ status, json }: Exchange): boolean =>
  status === 400 && meanings.some((meaning) => meaning.test(String(json.error)))
