const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long', year: 'numeric' })
const dayAndTime = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})
const month = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const wholeDay = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/** A publication date, which may be no more than a year or a month, as people write it. */
export function formatPublished(date: string): string {
  const at = new Date(date)
  if (/^\d{4}$/.test(date) || Number.isNaN(at.getTime())) return date
  return /^\d{4}-\d{2}$/.test(date) ? month.format(at) : wholeDay.format(at)
}

/** An instant in words, with the exact one behind it. */
export const Timestamp = ({ at, isExact = false }: { at: string | null; isExact?: boolean }) =>
  at === null ? (
    <span>at an unknown time</span>
  ) : (
    <time datetime={at} title={dayAndTime.format(new Date(at))}>
      {(isExact ? dayAndTime : day).format(new Date(at))}
    </time>
  )
