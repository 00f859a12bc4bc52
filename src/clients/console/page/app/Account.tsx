import { useState } from 'preact/hooks'
import { countDrafts, eraseDrafts } from '../api/draft.ts'
import { getSubject } from '../api/token.ts'
import { Dialog } from '../parts/Dialog.tsx'

/** Who is signed in, and signing out; drafts stay for the next time or are erased, as the user chooses. */
export function Account({ onSignOut }: { onSignOut: () => void }) {
  const [isAsked, ask] = useState(false)
  return (
    <p class="account">
      <span class="hint">{getSubject()}</span>{' '}
      <button type="button" class="quiet" onClick={() => (countDrafts() === 0 ? onSignOut() : ask(true))}>
        Sign out
      </button>
      {isAsked && (
        <Dialog title="Sign out" onClose={() => ask(false)}>
          <p>
            This device keeps text of yours that is not saved yet. The next person at this device does not see it in the
            console, but could find it.
          </p>
          <div class="row">
            <button type="button" class="primary" onClick={onSignOut}>
              Sign out and keep it
            </button>
            <button
              type="button"
              onClick={() => {
                eraseDrafts()
                onSignOut()
              }}
            >
              Sign out and erase it
            </button>
          </div>
        </Dialog>
      )}
    </p>
  )
}
