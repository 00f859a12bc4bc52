import { useState } from 'preact/hooks'
import { useArtist } from '../api/artist.ts'
import type { Schemas } from '../api/client.ts'
import { isConflict, useSave } from '../api/use-save.ts'
import { formatRoute } from '../app/route.ts'
import { Dialog } from '../parts/Dialog.tsx'
import { SaveStatus } from '../parts/SaveStatus.tsx'

type Props = { session: Schemas['Session']; isLast: boolean; onChange: () => Promise<void> }

/** Ends the interview, after saying what that does, and leads to the page that is made of it. */
export function Finish({ session, isLast, onChange }: Props) {
  const { id, api } = useArtist()
  const { saving, run, isBusy } = useSave()
  const [isAsked, ask] = useState(false)
  const answered = session.questions.filter(({ state }) => state === 'answered').length
  async function finish() {
    const failure = await run(() => api.finish(session), 'Finished')
    if (failure === undefined) location.hash = formatRoute(id, answered > 0 ? 'page' : 'answers')
    else if (isConflict(failure)) await onChange()
  }
  return (
    <>
      <button type="button" id="finish" class={isLast ? 'primary' : ''} onClick={() => ask(true)}>
        Finish the interview
      </button>
      {isAsked && (
        <Dialog title="Finish this interview?" onClose={() => ask(false)}>
          <p>
            {answered === 0
              ? 'You have not answered anything in it, so nothing on your page changes.'
              : 'Your answers go into your page, which is put together again.'}{' '}
            A finished interview does not open again, but you can revise an answer at any time.
          </p>
          <div class="row">
            <button type="button" class="primary" disabled={isBusy} onClick={finish}>
              Finish
            </button>
            <button type="button" disabled={isBusy} onClick={() => ask(false)}>
              Not yet
            </button>
          </div>
          <SaveStatus saving={saving} onAgain={finish} failed="Not finished" />
        </Dialog>
      )}
    </>
  )
}
