import { useState } from 'preact/hooks'
import { extractToken, storeToken } from './api/token.ts'
import { html } from './html.ts'
import { Heading } from './parts/Heading.ts'
import { SampleUsers } from './SampleUsers.ts'
import { settings } from './settings.ts'

/** Takes the access token, into this tab alone. */
export function SignIn({ isExpired, onSignedIn }: { isExpired: boolean; onSignedIn: () => void }) {
  const [pasted, setPasted] = useState('')
  const [isWrong, setWrong] = useState(false)
  function signIn(event: Event) {
    event.preventDefault()
    const token = extractToken(pasted)
    setWrong(token === undefined)
    if (token === undefined) return
    storeToken(token)
    onSignedIn()
  }
  return html`<div class="narrow card">
    <${Heading}>Sign in</${Heading}>
    ${isExpired && html`<div class="note" role="alert"><p>The service does not take this token any more. Tokens last about an hour. What you typed is kept.</p></div>`}
    ${settings.sample && html`<${SampleUsers} users=${settings.sample.users} onSignedIn=${onSignedIn} />`}
    <form onSubmit=${signIn}>
      <div class="field"><label for="token">Access token</label>
        <input id="token" type="password" autocomplete="off" spellcheck=${false} value=${pasted} aria-describedby="token-hint" aria-invalid=${isWrong}
          onInput=${(event: Event) => setPasted((event.currentTarget as HTMLInputElement).value)} />
        <p class="hint" id="token-hint">${settings.sample ? html`On this machine, run <code>${settings.sample.command}</code> and paste all it prints; <code>--subject editor</code> is an administrator.` : 'Copy it from the access page of the web application.'} It stays in this tab and goes with it.</p>
        ${isWrong && html`<p class="wrong" role="alert">There is no token in this.</p>`}
      </div>
      <button type="submit" class="primary">Sign in</button>
    </form>
  </div>`
}
