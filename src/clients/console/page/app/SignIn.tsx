import { useRef, useState } from 'preact/hooks'
import { baseUrl, pageSettings } from '../api/index.ts'
import { extractToken, storeToken } from '../api/token.ts'
import { Button, Heading, onSubmitOf } from '../parts/index.ts'

type Props = { isExpired: boolean; onSignedIn: () => void }

export function SignIn({ isExpired, onSignedIn }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const [wrong, setWrong] = useState<string>()
  const { sample } = pageSettings
  function signIn(text: string) {
    const token = extractToken(text)
    if (token === undefined) return setWrong('There is no token in this.')
    storeToken(token)
    onSignedIn()
  }
  const signInAs = (subject: string) =>
    fetch(`${baseUrl}/development/tokens/${subject}`, { method: 'POST' })
      .then(async (response) => signIn(await response.text()))
      .catch(() => setWrong('The service gave no token. Paste one instead.'))
  return (
    <div class="narrow card">
      <Heading>Sign in</Heading>
      <p class="wrong" role="alert">
        {wrong ?? (isExpired && 'The service does not take this token any more. What you typed is kept.')}
      </p>
      {sample !== null && (
        <div class="row">
          <p>This is a development machine. Sign in as a sample user:</p>
          {sample.users.map(({ subject, role }) => (
            <Button key={subject} label={`${subject}, ${role}`} onClick={() => signInAs(subject)} />
          ))}
        </div>
      )}
      <form class="stack" onSubmit={onSubmitOf(() => signIn(field.current?.value ?? ''))}>
        <div class="field">
          <label for="token">Access token</label>
          <input id="token" type="password" autocomplete="off" ref={field} aria-describedby="token-hint" />
          <p class="hint" id="token-hint">
            {sample === null
              ? 'Copy it from the access page of the web application.'
              : `Run ${sample.command} and paste all that it prints.`}{' '}
            It lasts about an hour, stays in your open tabs and goes with the last of them.
          </p>
        </div>
        <Button type="submit" kind="primary" label="Sign in" />
      </form>
    </div>
  )
}
