import { useRef, useState } from 'preact/hooks'
import { type Schemas, useArtist } from '../api/index.ts'
import { formatRoute } from '../app/route.ts'
import type { AskedQuestion } from '../interview/history.ts'
import { Passages } from '../interview/Passage.tsx'
import { Button, Timestamp } from '../parts/index.ts'
import { Found } from '../text/Found.tsx'
import { Revise } from './Revise.tsx'
import { Versions } from './Versions.tsx'

type Props = { asked: AskedQuestion; words: readonly string[]; onChange: () => Promise<void> }

const origins: Partial<Record<Schemas['ResponseSource'], string>> = {
  followup: 'A follow-up',
  onboarding: 'From the set-up',
  import: 'From earlier days',
}

/** One question with its answer, or that it was skipped or is still open. */
export function AskedCard({ asked, words, onChange }: Props) {
  const { id } = useArtist()
  const { state, source, question, answer, references } = asked
  const isSkipped = state === 'skipped'
  const view = source === 'onboarding' && !isSkipped ? 'setup' : 'interview'
  return (
    <article class="card stack" aria-labelledby={`asked-${asked.id}`}>
      {source !== null && origins[source] && <p class="hint">{origins[source]}</p>}
      <h3 id={`asked-${asked.id}`} class="question">
        <Found text={question} words={words} />
      </h3>
      {references.length > 0 && (
        <details>
          <summary>The words that it is about</summary>
          <Passages references={references} />
        </details>
      )}
      {answer !== null ? (
        <Answer asked={{ ...asked, answer }} words={words} onChange={onChange} />
      ) : (
        <p class="row">
          <span class="badge">{isSkipped ? 'Skipped' : 'Open'}</span>
          <a href={formatRoute(id, view, isSkipped ? asked.id : undefined)}>
            {isSkipped ? 'Answer it after all' : 'Answer it'}
          </a>
        </p>
      )}
    </article>
  )
}

/** An answer that is saved, its other wordings, and a new one. */
function Answer({ asked, words, onChange }: Props & { asked: { answer: string } }) {
  const [shows, setShows] = useState<'revise' | 'versions'>()
  const [message, setMessage] = useState('')
  const revise = useRef<HTMLDivElement>(null)
  const toggle = (what: 'revise' | 'versions') => () => setShows(shows === what ? undefined : what)
  async function settle(done: string) {
    await onChange()
    setMessage(done)
    setShows(undefined)
    revise.current?.querySelector('button')?.focus()
  }
  return (
    <>
      <p class="quoted answer">
        <Found text={asked.answer} words={words} />
      </p>
      <p class="hint">
        {asked.answerUpdatedAt !== null && 'Saved '}
        {asked.answerUpdatedAt !== null && <Timestamp at={asked.answerUpdatedAt} />}{' '}
        <span role="status">{message}</span>
      </p>
      <div class="row" ref={revise}>
        <Button label="Revise" aria-expanded={shows === 'revise'} onClick={toggle('revise')} />
        <Button
          label="Earlier wordings"
          kind="quiet"
          aria-expanded={shows === 'versions'}
          onClick={toggle('versions')}
        />
      </div>
      {shows === 'revise' && <Revise saved={asked} onDone={settle} onCancel={() => setShows(undefined)} />}
      {shows === 'versions' && <Versions answerId={asked.id} revision={asked.revision} />}
    </>
  )
}
