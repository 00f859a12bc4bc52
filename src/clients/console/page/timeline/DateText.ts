import { html } from '../html.ts'
import { Timestamp } from '../parts/Timestamp.ts'

const month = new Intl.DateTimeFormat(undefined, { year: 'numeric', month: 'long', timeZone: 'UTC' })
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })

/** A date as precisely as it is known, and no more so. */
export function DateText({ at }: { at: string }) {
  if (at.length > 10) return html`<${Timestamp} at=${at} />`
  const words = at.length === 4 ? at : (at.length === 7 ? month : day).format(new Date(at))
  return html`<time datetime=${at}>${words}</time>`
}
