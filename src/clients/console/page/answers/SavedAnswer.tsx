import { useRef, useState } from 'preact/hooks'
import { client, listAll, useArtist, useLoad } from '../api/index.ts'
import { Button, Loading, Timestamp } from '../parts/index.ts'
import type { AskedQuestion } from './history.ts'
import { Revise } from './Revise.tsx'

type Props = { asked: AskedQuestion & { answer: string }; onChange: () => Promise<void> }

/** An answer that is saved, its other wordings, and a new one. */
export function SavedAnswer({ asked, onChange }: Props) {
  const [shows, setShows] = useState<'revise' | 'versions'>()
  const [message, setMessage] = useState('')
  const buttons = useRef<HTMLDivElement>(null)
  const toggle = (what: 'revise' | 'versions') => () => setShows(shows === what ? undefined : what)
  async function settle(done: string) {
    await onChange()
    setMessage(done)
    setShows(undefined)
    buttons.current?.querySelector('button')?.focus()
  }
  return (
    <>
      <p class="quoted answer">{asked.answer}</p>
      <p class="hint">
        {asked.answerUpdatedAt !== null && (
          <>
            Saved <Timestamp at={asked.answerUpdatedAt} />
          </>
        )}{' '}
        <span role="status">{message}</span>
      </p>
      <div class="row" ref={buttons}>
        <Button label="Revise" aria-expanded={shows === 'revise'} onClick={toggle('revise')} />
        <Button
          label="Earlier wordings"
          kind="quiet"
          aria-expanded={shows === 'versions'}
          onClick={toggle('versions')}
        />
      </div>
      {shows === 'revise' && <Revise saved={asked} onDone={settle} onCancel={() => setShows(undefined)} />}
      {shows === 'versions' && <Wordings answerId={asked.id} revision={asked.revision} />}
    </>
  )
}

function Wordings({ answerId, revision }: { answerId: string; revision: string }) {
  const { id } = useArtist()
  const load = useLoad(
    () => listAll(client, 'listInterviewResponseVersions', { path: { id, answerId }, query: { limit: 20 } }),
    [answerId, revision],
  )
  return (
    <Loading load={load} what="the wordings" lines={2}>
      {(versions) => (
        <ol class="plain" aria-label="Wordings, the newest first">
          {versions.map(({ response, savedAt, isCurrent }) => (
            <li key={response.revision}>
              <p class="quoted">{response.answer}</p>
              <p class="hint">
                {isCurrent && 'holds now · '}
                <Timestamp at={savedAt} />
              </p>
            </li>
          ))}
        </ol>
      )}
    </Loading>
  )
}
