import { useEffect, useRef } from 'preact/hooks'
import type { RequestError } from '../api/request-error.ts'
import { html } from '../html.ts'

/** What a refusal means for the user, after the service's own words. */
const advice: Partial<Record<RequestError['code'], string>> = {
  not_signed_in: 'Your token has run out or does not fit this service. Sign in again; what you typed is kept.',
  not_your_artist: 'This token is neither of the artist’s approved claimant nor of an administrator.',
  persistence_unavailable: 'What you typed is kept here. Try again in a moment.',
  overloaded: 'What you typed is kept here. Try again in a moment.',
  shutting_down: 'The service restarts. What you typed is kept here; try again in a moment.',
  offline: 'What you typed is kept in this browser. Try again when you are connected.',
  session_active: 'Another sitting is open already; it is shown as soon as this page is read again.',
}

type Props = { refusal: RequestError | undefined; onAgain?: (() => void) | undefined; takesFocus?: boolean }

/** A failure, announced at once to a screen reader, with a way to retry. */
export const ErrorMessage = ({ refusal, ...rest }: Props) =>
  refusal && html`<${Failure} refusal=${refusal} ...${rest} />`

/** With `takesFocus`, for a failure of what the user has just done, it comes into sight with the focus. */
function Failure({ refusal, onAgain, takesFocus = false }: Props & { refusal: RequestError }) {
  const failure = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!takesFocus) return
    failure.current?.focus({ preventScroll: true })
    failure.current?.scrollIntoView({ block: 'nearest' })
  }, [refusal])
  return html`<div class="failure" role="alert" tabindex="-1" ref=${failure}>
    <p><strong>${refusal.message.replace(/\.?$/, '.')}</strong> ${advice[refusal.code] ?? ''}</p>
    ${refusal.requestId && html`<p class="request-id">Request <code>${refusal.requestId}</code></p>`}
    ${onAgain && html`<button type="button" class="quiet" onClick=${onAgain}>Try again</button>`}
  </div>`
}
