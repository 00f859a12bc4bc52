import { countDrafts, eraseDrafts } from '../api/index.ts'
import { getSubject } from '../api/token.ts'
import { Button } from '../parts/index.ts'

const question =
  'This device keeps text of yours that is not saved yet. The next person at this device could find it.\n\nErase it?'

/** Who is signed in, and signing out; unsaved text stays for the next time or is erased, as the user chooses. */
export function Account({ onSignOut }: { onSignOut: () => void }) {
  function leave() {
    if (countDrafts() > 0 && confirm(question)) eraseDrafts()
    onSignOut()
  }
  return (
    <p class="account">
      <span class="hint">{getSubject()}</span> <Button label="Sign out" kind="quiet" onClick={leave} />
    </p>
  )
}
