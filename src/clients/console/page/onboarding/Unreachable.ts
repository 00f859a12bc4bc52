import type { Schemas } from '../api/shapes.ts'
import { html } from '../html.ts'

const reasons: Record<Schemas['UnreachableReason'], string> = {
  not_found: 'there is nothing at this address',
  blocked: 'the site lets nobody but people in',
  not_allowed: 'this address may not be used',
  timed_out: 'the site did not answer in time',
  unsupported: 'its text cannot be read here',
  too_large: 'it is too large',
  unavailable: 'the site does not answer now',
}

type Props = { addresses: readonly { url: string; reason: Schemas['UnreachableReason'] }[] }

/** Addresses that could not be used, and why; the rest of the turn was taken. */
export const Unreachable = ({ addresses }: Props) =>
  addresses.length > 0 &&
  html`<div class="note" role="status"><p>Left out:</p>
    <ul>${addresses.map(({ url, reason }) => html`<li>${url}: ${reasons[reason]}</li>`)}</ul></div>`
