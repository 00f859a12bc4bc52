import type { Exchange } from './call.ts'

/** The response has one of these statuses. */
export function expectStatus({ status, json, report }: Exchange, ...expected: readonly number[]): void {
  if (!expected.includes(status)) report(`status ${status}, not ${expected[0]}${json.error ? `: ${json.error}` : ''}`)
}

/** The request is refused with this code. */
export function expectCode({ status, json, report }: Exchange, code: string): void {
  if (json.code !== code) report(`is answered ${status} ${json.code ?? ''}, not ${code}`)
}

/** A write is done, and answered the same when it is repeated. Returns whether it was done. */
export function expectSame(first: Exchange, again: Exchange): boolean {
  const show = ({ status, text }: Exchange) => `${status} ${text.slice(0, 200)}`
  const isDone = first.status === 200
  if (!isDone) first.report(`status ${first.status}: ${first.json.error}`)
  else if (again.status !== first.status || again.text !== first.text)
    again.report(`the repeat is answered ${show(again)}, not ${show(first)}`)
  return isDone
}

/** A valid request is not refused as invalid; an invalid one is, and the refusal names the field. */
export function expectVerdict({ status, json, report }: Exchange, isValid: boolean, field = ''): void {
  if (isValid) {
    if ((status === 400 || status === 401) && !refusesMeaning({ status, json }))
      report(`fits the contract and is answered ${status}: ${json.error}`)
  } else if (![400, 413, 429, 503].includes(status)) report(`does not fit the contract and is answered ${status}`)
  else if (json.code === 'invalid_request' && field !== 'body' && !String(json.error).includes(field))
    report(`the refusal does not name ${field}: ${json.error}`)
}

/** An example of the contract is done, or refused because of what the deployment's data are. */
export function expectAccepted({ status, json, report }: Exchange): void {
  if ([200, 202, 404, 409, 429, 503].includes(status) || refusesMeaning({ status, json })) return
  report(`the contract's example is answered ${status}: ${json.error}`)
}

/** A text is returned as it was sent. */
export function expectText({ status, report }: Exchange, actual: string | null | undefined, sent: string): void {
  if (status !== 200) report(`a text that the contract admits is answered ${status}`)
  else if (actual !== sent) report(describeDifference(sent, actual ?? ''))
}

/** Where two texts differ, in code units. */
export function describeDifference(expected: string, actual: string): string {
  let at = 0
  while (at < expected.length && expected[at] === actual[at]) at += 1
  const show = (text: string) => escapeUnits(JSON.stringify(text.slice(at, at + 12)))
  return `the text differs at ${at}: ${show(actual)}, not ${show(expected)} (${actual.length} code units, not ${expected.length})`
}

/** A value as JSON, cut where it is long. */
export function shorten(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}

/** Everything but ASCII by its code units, since many look alike or like nothing. */
const escapeUnits = (text: string) =>
  text.replaceAll(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/**
 * A request may have the form of the contract and still contradict the data: no schema says these rules, the
 * operations' descriptions do. Only a 400 that names one of these fields for this reason is one.
 */
const meanings: readonly RegExp[] = [
  /^query\.cursor: is none that this listing has given out$/,
  /^query\.start: lies past the end of the text/,
  /^query\.start: lies inside a surrogate pair$/,
  /^query\.end: /,
  /end: with start it is no window of the text$/,
  /sourceIds\/\d+: is no approved public record of this artist with a web address$/,
  /targetUrl: must be a web address without credentials, at a port of the web$/,
  /toDate: is before fromDate$/,
  /decisions\/\d+\/sourceId: is decided about twice$/,
  /question: is not what was asked$/,
]

const refusesMeaning = ({ status, json }: Pick<Exchange, 'status' | 'json'>): boolean =>
  status === 400 && meanings.some((meaning) => meaning.test(String(json.error)))
