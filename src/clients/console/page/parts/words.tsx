const day = new Intl.DateTimeFormat('en', { dateStyle: 'long' })
const dayAndTime = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short' })
const month = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const wholeDay = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' })

/** A publication date, which may be no more than a year or a month, as people write it. */
export function formatPublished(date: string): string {
  const at = new Date(date)
  if (/^\d{4}$/.test(date) || Number.isNaN(at.getTime())) return date
  return /^\d{4}-\d{2}$/.test(date) ? month.format(at) : wholeDay.format(at)
}

/** An instant in words, with the exact one behind it; nothing where it is not known. */
export const Timestamp = ({ at }: { at: string | null }) =>
  at !== null && (
    <time datetime={at} title={dayAndTime.format(new Date(at))}>
      {day.format(new Date(at))}
    </time>
  )

/** Facts in a line, without those that are not known. */
export const joinFacts = (...facts: (string | null | undefined | false)[]): string =>
  facts.filter((fact) => fact).join(' · ')
