import { type Client, createClient, isProblemError } from '../../../typescript/index.ts'
import { baseUrl } from './page-settings.ts'
import { getStoredToken } from './token.ts'

export type { Schemas } from '../../../typescript/index.ts'

/** Called when the service does not take the token any more. */
export const onSignedOut = { notify: () => {} }

/** A person waits: three tries within seconds, and then a message with a button. */
const retry = { triesMax: 3, deadlineMs: 75_000 }

const bare = createClient({ baseUrl, token: () => getStoredToken() ?? '', retry })

async function watch<T>(request: Promise<T>): Promise<T> {
  try {
    return await request
  } catch (error) {
    if (isProblemError(error, 'not_signed_in')) onSignedOut.notify()
    throw error
  }
}

/** The project's own client, with the user's token. */
export const client: Client = {
  call: (id, input, options) => watch(bare.call(id, input, options)),
  open: (id, input, options) => watch(bare.open(id, input, options)),
}
