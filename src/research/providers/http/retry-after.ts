/**
 * The pause that a server asks for, in milliseconds, or undefined where there is none: a number of seconds or an
 * instant (RFC 9110, section 10.2.3). At most a day: a longer pause is a mistake of the server.
 * @param now the instant that a date counts from, in milliseconds
 */
export function readRetryAfterMs(value: string | undefined, now: number = Date.now()): number | undefined {
  if (value === undefined) return undefined
  // Of a header that came several times, the first.
  const [, seconds, date] = /^(?:(\d{1,10})|(.*?GMT))(?:,|$)/.exec(value) ?? []
  const ms = seconds === undefined ? Date.parse(date ?? '') - now : Number(seconds) * 1_000
  return Number.isNaN(ms) ? undefined : Math.min(dayMs, Math.max(0, ms))
}

const dayMs = 24 * 60 * 60_000
