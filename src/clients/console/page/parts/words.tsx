const day = new Intl.DateTimeFormat('en', { dateStyle: 'long' })
const dayAndTime = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short' })

/** A publication date, which may be no more than a year or a month, as people write it. */
export const formatPublished = (date: string): string =>
  new Date(date).toLocaleDateString('en', {
    timeZone: 'UTC',
    year: 'numeric',
    ...(date.length > 'YYYY'.length && { month: 'long' }),
    ...(date.length > 'YYYY-MM'.length && { day: 'numeric' }),
  })

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
