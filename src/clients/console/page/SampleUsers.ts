import { useState } from 'preact/hooks'
import { storeToken } from './api/token.ts'
import { html } from './html.ts'

type SampleUser = { subject: string; role: string }

/** Signs in as a user of the sample data; the service gives these tokens on a developer's machine alone. */
export function SampleUsers({ users, onSignedIn }: { users: readonly SampleUser[]; onSignedIn: () => void }) {
  const [isFailed, setFailed] = useState(false)
  async function signInAs(subject: string) {
    setFailed(false)
    try {
      storeToken(await fetchSampleToken(subject))
      onSignedIn()
    } catch {
      setFailed(true)
    }
  }
  return html`<p>Sign in as a sample user of this machine:</p>
    <div class="row">${users.map(
      ({ subject, role }) =>
        html`<button type="button" onClick=${() => signInAs(subject)}>${subject}, ${role}</button>`,
    )}</div>
    ${isFailed && html`<p class="wrong" role="alert">The service gave no token. Paste one below.</p>`}`
}

async function fetchSampleToken(subject: string): Promise<string> {
  const response = await fetch(`/development/tokens/${subject}`, { method: 'POST' })
  if (!response.ok) throw new Error(`The sample token was refused: ${response.status}`)
  const { token } = await response.json()
  return token
}
