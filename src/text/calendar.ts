/** Whether `2024`, `2024-02` or `2024-02-29` is in the calendar; there is no 30 February, and no year 0. */
export function isCalendarDate(date: string): boolean {
  if (!/^(?!0000)\d{4}(-\d{2}(-\d{2})?)?$/.test(date)) return false
  const day = `${date}${'-01-01'.slice(date.length - '0000'.length)}`
  const instant = new Date(`${day}T00:00:00Z`)
  // A day beyond the end of its month is read as one of the next.
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(day)
}

/**
 * The instant that a text states (RFC 3339, also without the colon of the offset); undefined where it is in no calendar
 * or has no offset, since it could then be any of two days. Its offset may lead out of the years 1 to 9999, which no
 * other text of an instant can state.
 */
export function parseInstant(text: string): Date | undefined {
  const [, day = ''] = /^(\d{4}-\d{2}-\d{2})T(?!24).*(?:Z|[+-]\d{2}:?\d{2})$/i.exec(text) ?? []
  if (!isCalendarDate(day)) return undefined
  const instant = new Date(text)
  return !Number.isNaN(instant.getTime()) && isCalendarDate(instant.toISOString().slice(0, day.length))
    ? instant
    : undefined
}
