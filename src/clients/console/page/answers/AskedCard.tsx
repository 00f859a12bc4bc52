import { useRef, useState } from 'preact/hooks'
import { useArtist } from '../api/artist.ts'
import type { Schemas } from '../api/client.ts'
import { formatRoute } from '../app/route.ts'
import type { AskedQuestion } from '../interview/history.ts'
import { Passage } from '../interview/Passage.tsx'
import { Timestamp } from '../parts/dates.tsx'
import { Found } from '../text/Found.tsx'
import { Revise } from './Revise.tsx'
import { Versions } from './Versions.tsx'

type Props = { asked: AskedQuestion; words: readonly string[]; onChange: () => Promise<void> }

const origins: Record<Schemas['ResponseSource'], string | undefined> = {
  interview: undefined,
  followup: 'A follow-up',
  onboarding: 'From the set-up',
  import: 'From earlier days',
}

/** One question with its answer, or that it was skipped or is still open. */
export function AskedCard({ asked, words, onChange }: Props) {
  const { id } = useArtist()
  const { state, source, question, answer, references } = asked
  const origin = source === null ? undefined : origins[source]
  const headingId = `asked-${asked.id}`
  return (
    <article class="card stack" aria-labelledby={headingId}>
      {origin !== undefined && <p class="hint">{origin}</p>}
      <h3 id={headingId} class="question">
        <Found text={question} words={words} />
      </h3>
      {references.length > 0 && (
        <details>
          <summary>The words that it is about</summary>
          {references.map((reference) => (
            <Passage key={`${reference.start}-${reference.quote}`} reference={reference} />
          ))}
        </details>
      )}
      {answer !== null ? (
        <Answer asked={{ ...asked, answer }} words={words} onChange={onChange} />
      ) : state === 'skipped' ? (
        <p>
          <span class="badge">Skipped</span>{' '}
          <a class="screen-only" href={formatRoute(id, 'interview', asked.id)}>
            Answer it after all
          </a>
        </p>
      ) : (
        <p>
          <span class="badge">Open</span>{' '}
          <a class="screen-only" href={formatRoute(id, source === 'onboarding' ? 'setup' : 'interview')}>
            Answer it
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
  const revise = useRef<HTMLButtonElement>(null)
  const toggle = (what: 'revise' | 'versions') => () => setShows(shows === what ? undefined : what)
  async function settle(done: string) {
    await onChange()
    setMessage(done)
    setShows(undefined)
    revise.current?.focus()
  }
  return (
    <>
      <p class="quoted answer">
        <Found text={asked.answer} words={words} />
      </p>
      <p class="hint">
        Saved <Timestamp at={asked.answerUpdatedAt} /> <span role="status">{message}</span>
      </p>
      <div class="row">
        <button type="button" ref={revise} aria-expanded={shows === 'revise'} onClick={toggle('revise')}>
          Revise
        </button>
        <button type="button" class="quiet" aria-expanded={shows === 'versions'} onClick={toggle('versions')}>
          Earlier wordings
        </button>
      </div>
      {shows === 'revise' && <Revise saved={asked} onDone={settle} onCancel={() => setShows(undefined)} />}
      {shows === 'versions' && <Versions answerId={asked.id} revision={asked.revision} />}
    </>
  )
}
