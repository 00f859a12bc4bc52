import { useState } from 'preact/hooks'
import { type Schemas, useArtist } from '../api/index.ts'
import { formatRoute } from '../app/route.ts'
import { Action, Button, Dialog } from '../parts/index.ts'

type Props = { session: Schemas['Session']; isLast: boolean; onChange: () => Promise<void> }

/** Ends the interview, after saying what that does, and leads to the page that is made of it. */
export function Finish({ session, isLast, onChange }: Props) {
  const { id, api } = useArtist()
  const [isAsked, ask] = useState(false)
  const isAnswered = session.questions.some(({ state }) => state === 'answered')
  async function finish() {
    await api.finish(session)
    location.hash = formatRoute(id, isAnswered ? 'page' : 'answers')
  }
  return (
    <>
      <Button label="Finish the interview" kind={isLast ? 'primary' : 'quiet'} onClick={() => ask(true)} />
      {isAsked && (
        <Dialog title="Finish this interview?" onClose={() => ask(false)}>
          <p>
            {isAnswered
              ? 'Your answers go into your page, which is put together again.'
              : 'You have not answered anything in it, so nothing on your page changes.'}{' '}
            A finished interview does not open again, but you can revise an answer at any time.
          </p>
          <div class="row">
            <Action label="Finish" kind="primary" work={finish} onDone={onChange} failed="Not finished" />
            <Button label="Not yet" onClick={() => ask(false)} />
          </div>
        </Dialog>
      )}
    </>
  )
}
