import { useState } from 'preact/hooks'
import { decodeSubject, getStoredToken } from './api/token.ts'
import { countDrafts, eraseDrafts } from './draft.ts'
import { html } from './html.ts'
import { Dialog } from './parts/Dialog.ts'

/** Who is signed in, and signing out; drafts stay for the next time or are erased, as the user chooses. */
export function Account({ onSignOut }: { onSignOut: () => void }) {
  const [isAsked, ask] = useState(false)
  const drafts = countDrafts()
  const leave = () => (drafts === 0 ? onSignOut() : ask(true))
  return html`<span class="account"><span class="hint">${decodeSubject(getStoredToken() ?? '')}</span>
    <button type="button" class="quiet" onClick=${leave}>Sign out</button></span>
    ${
      isAsked &&
      html`<${Dialog} title="Sign out" onClose=${() => ask(false)}>
      <p>This browser keeps drafts of yours that are not saved. The next person at this browser does not see them in the console, but could find them.</p>
      <div class="row"><button type="button" class="primary" onClick=${onSignOut}>Sign out and keep them</button>
        <button type="button" onClick=${() => {
          eraseDrafts()
          onSignOut()
        }}>Sign out and erase them</button></div>
    </${Dialog}>`
    }`
}
