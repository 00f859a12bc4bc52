import { decodeJwt } from 'jose'

// The token is kept for this tab and gone with it, and never part of an address, which histories and logs would keep. A
// tab that is opened beside it gets the token from it; the last tab that is closed takes it along.
const key = 'sittings.token'
const channel = new BroadcastChannel('sittings')
type Message = { kind: 'ask' } | { kind: 'token'; token: string } | { kind: 'signed-out' }

/** How long a new tab waits for the answer of another; between tabs of one browser it takes a few milliseconds. */
const answerMs = 150

export const getStoredToken = (): string | null => sessionStorage.getItem(key)
export const storeToken = (token: string): void => sessionStorage.setItem(key, token)
/** Called when the session has ended, here, in another tab or by its time, and when another tab has given its token. */
export const onSessionChange = { notify: (_how: 'in' | 'out' | 'expired') => {} }
const post = (message: Message) => channel.postMessage(message)

/** Ends the session here; in the other tabs too, unless only the token has expired. */
export function endSession(how: 'out' | 'expired'): void {
  sessionStorage.removeItem(key)
  if (how === 'out') post({ kind: 'signed-out' })
  onSessionChange.notify(how)
}

/** Takes over the token of another tab where this one has none, and answers later ones. */
export async function joinOtherTabs(): Promise<void> {
  const answered = Promise.withResolvers<void>()
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    const token = getStoredToken()
    if (data.kind === 'ask' && token !== null) post({ kind: 'token', token })
    if (data.kind === 'token' && token === null) {
      storeToken(data.token)
      answered.resolve()
      onSessionChange.notify('in')
    }
    if (data.kind === 'signed-out' && token !== null) {
      sessionStorage.removeItem(key)
      onSessionChange.notify('out')
    }
  }
  if (getStoredToken() !== null) return
  post({ kind: 'ask' })
  setTimeout(answered.resolve, answerMs)
  await answered.promise
}

/** The token in pasted text: itself, a header with it, or the JSON that the command line prints. */
export const extractToken = (pasted: string): string | undefined => /(?<![\w-])[\w-]+\.[\w-]+\.[\w-]+/.exec(pasted)?.[0]

/** The subject of the user who is signed in, to keep users' drafts apart; only the service verifies it. */
export function getSubject(): string {
  try {
    return decodeJwt(getStoredToken() ?? '').sub ?? ''
  } catch {
    return ''
  }
}
