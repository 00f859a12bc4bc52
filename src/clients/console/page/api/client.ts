import { type Client, createClient, isProblemError } from '../../../typescript/index.ts'
import type { PageSettings } from '../../settings.ts'
import { endSession, getStoredToken } from './token.ts'

export { type Client, isProblemError, listAll, type Schemas } from '../../../typescript/index.ts'

export const pageSettings: PageSettings = JSON.parse(document.getElementById('settings')?.textContent ?? '')

/** The service's address: the page's own, up to the path of the console. */
export const baseUrl = `${location.origin}${location.pathname.replace(/\/console\/?$/, '')}`

/** A person waits: three tries within seconds, and then a message with a button. */
const retry = { triesMax: 3, deadlineMs: 75_000 }

const bare = createClient({ baseUrl, token: () => getStoredToken() ?? '', retry })

const watch = <T>(request: Promise<T>): Promise<T> =>
  request.catch((error) => {
    if (isProblemError(error, 'not_signed_in')) endSession('expired')
    throw error
  })

export const client: Client = {
  call: (id, input, options) => watch(bare.call(id, input, options)),
  open: (id, input, options) => watch(bare.open(id, input, options)),
}
