import { useRef, useState } from 'preact/hooks'
import { client, listAll, useArtist, useLoad } from '../api/index.ts'
import { Button, Fold, Loading, Timestamp } from '../parts/index.ts'
import type { AskedQuestion } from './history.ts'
import { Revise } from './Revise.tsx'

type Props = { asked: AskedQuestion & { answer: string }; onChange: () => Promise<void> }

export function SavedAnswer({ asked, onChange }: Props) {
  const [isRevising, setRevising] = useState(false)
  const [message, setMessage] = useState('')
  const revise = useRef<HTMLDivElement>(null)
  async function settle(done: string) {
    await onChange()
    setMessage(done)
    setRevising(false)
    revise.current?.querySelector('button')?.focus()
  }
  return (
    <>
      <p class="quoted answer">{asked.answer}</p>
      <p class="hint">
        {asked.answerUpdatedAt !== null && 'Saved '}
        <Timestamp at={asked.answerUpdatedAt} /> <span role="status">{message}</span>
      </p>
      <div ref={revise}>
        <Button label="Revise" aria-expanded={isRevising} onClick={() => setRevising(!isRevising)} />
      </div>
      {isRevising && <Revise saved={asked} onDone={settle} onCancel={() => setRevising(false)} />}
      <Fold title="Earlier wordings">{() => <Wordings answerId={asked.id} revision={asked.revision} />}</Fold>
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
    <Loading load={load} what="the wordings">
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
