import { html } from '../html.ts'
import { TextField } from '../parts/TextField.ts'
import { parseAddresses } from './conversation.ts'

const addressesMax = 100

type Props = { id: string; label: string; value: string; onValue: (value: string) => void }

/** Web addresses, one in each line, with those that are none. */
export function AddressesField({ id, label, value, onValue }: Props) {
  const { wrong } = parseAddresses(value)
  return html`<${TextField} id=${id} label=${label} rows=${3} min=${0} max=${20_000} value=${value} onValue=${onValue}
      hint="One address in each line, from https:// on. It is kept in this browser until you go on." />
    <p role="status" class="wrong">${wrong.length > 0 && `No web address: ${wrong.join(' · ')}`}</p>`
}

/** Whether what was typed can be sent. */
export const areAddressesReady = (value: string): boolean => {
  const { urls, wrong } = parseAddresses(value)
  return wrong.length === 0 && urls.length <= addressesMax
}
