/**
 * How long a server asks to be left alone, in milliseconds, or undefined where it does not say: a number of seconds or
 * an instant (RFC 9110, section 10.2.3). At most a day: a longer pause is somebody's mistake.
 * @param now the instant that a date counts from, in milliseconds
 */
export function retryAfterMs(value: string | string[] | undefined, now: number = Date.now()): number | undefined {
  if (typeof value !== 'string') return undefined
  const ms = /^\d{1,10}$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - now
  return Number.isNaN(ms) ? undefined : Math.min(dayMs, Math.max(0, ms))
}

const dayMs = 24 * 60 * 60_000
