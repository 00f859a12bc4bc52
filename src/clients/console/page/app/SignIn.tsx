import { useState } from 'preact/hooks'
import { baseUrl, pageSettings } from '../api/page-settings.ts'
import { extractToken, storeToken } from '../api/token.ts'
import { onSubmitOf } from '../parts/forms.ts'
import { Heading } from '../parts/Heading.tsx'

type Props = { isExpired: boolean; onSignedIn: () => void }

/** Takes the access token; on a developer's machine one click signs in as a user of the sample data. */
export function SignIn({ isExpired, onSignedIn }: Props) {
  const [pasted, setPasted] = useState('')
  const [wrong, setWrong] = useState<string>()
  const { sample } = pageSettings
  function signIn() {
    const token = extractToken(pasted)
    setWrong(token === undefined ? 'There is no token in this.' : undefined)
    if (token === undefined) return
    storeToken(token)
    onSignedIn()
  }
  async function signInAs(subject: string) {
    try {
      storeToken(await fetchSampleToken(subject))
      onSignedIn()
    } catch {
      setWrong('The service gave no token. Paste one instead.')
    }
  }
  return (
    <div class="narrow card">
      <Heading>Sign in</Heading>
      {isExpired && (
        <div class="notice" role="alert">
          <p>The service does not take this token any more. Tokens last about an hour. What you typed is kept.</p>
        </div>
      )}
      {sample !== null && (
        <>
          <p>This is a development machine. Sign in as a sample user:</p>
          <div class="row">
            {sample.users.map(({ subject, role }) => (
              <button key={subject} type="button" onClick={() => signInAs(subject)}>
                {subject}, {role}
              </button>
            ))}
          </div>
        </>
      )}
      <form class="stack" onSubmit={onSubmitOf(signIn)}>
        <div class="field">
          <label for="token">Access token</label>
          <input
            id="token"
            type="password"
            autocomplete="off"
            spellcheck={false}
            value={pasted}
            aria-describedby="token-hint"
            aria-invalid={wrong !== undefined}
            onInput={(event) => setPasted(event.currentTarget.value)}
          />
          <p class="hint" id="token-hint">
            {sample === null ? (
              'Copy it from the access page of the web application.'
            ) : (
              <>
                Run <code>{sample.command}</code> and paste all that it prints.
              </>
            )}{' '}
            It stays in your open tabs and goes with the last of them.
          </p>
          <p class="wrong" role="alert">
            {wrong}
          </p>
        </div>
        <button type="submit" class="primary">
          Sign in
        </button>
      </form>
    </div>
  )
}

async function fetchSampleToken(subject: string): Promise<string> {
  const response = await fetch(`${baseUrl}/development/tokens/${subject}`, { method: 'POST' })
  if (!response.ok) throw new Error(`The sample token was refused: ${response.status}`)
  const { token } = await response.json()
  return token
}
