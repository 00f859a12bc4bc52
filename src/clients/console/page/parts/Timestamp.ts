import { html } from '../html.ts'

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** An instant in the reader's own way, with the exact one behind it. */
export const Timestamp = ({ at }: { at: string | null }) =>
  at === null
    ? html`<span>at an unknown time</span>`
    : html`<time datetime=${at} title=${at}>${day.format(new Date(at))}</time>`
