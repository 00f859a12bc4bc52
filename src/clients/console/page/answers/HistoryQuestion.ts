import { useRef, useState } from 'preact/hooks'
import { useArtist } from '../artist.ts'
import { References } from '../evidence/References.ts'
import { html } from '../html.ts'
import { Timestamp } from '../parts/Timestamp.ts'
import { formatRoute } from '../route.ts'
import { MatchedText } from '../text/MatchedText.ts'
import { findWordMatches } from '../text/word-matches.ts'
import { Revise } from './Revise.ts'
import type { SittingGroup } from './sittings.ts'
import { Versions } from './Versions.ts'

type AskedQuestion = SittingGroup['questions'][number]

type Props = { asked: AskedQuestion; words: readonly string[]; onChange: () => Promise<void> }

const sources: Record<NonNullable<AskedQuestion['source']>, string | undefined> = {
  interview: undefined,
  followup: 'A follow-up',
  onboarding: 'From the onboarding',
  import: 'Brought in from earlier days',
}

/** One question with its answer, or that it was skipped or is still open. */
export function HistoryQuestion({ asked, words, onChange }: Props) {
  const id = useArtist()
  const { number, state, source, question, answer, references } = asked
  const origin = source === null ? undefined : sources[source]
  const headingId = `answer-${asked.id}`
  return html`<article class="card question ${state}" aria-labelledby=${headingId}>
    <p class="about">Question ${number}${origin && ` · ${origin}`}</p>
    <h3 id=${headingId} class="quoted"><${MatchedText} text=${question} matches=${findWordMatches(question, words)} /></h3>
    ${references.length > 0 && html`<details><summary>The words it is about (${references.length})</summary><${References} references=${references} /></details>`}
    ${
      answer === null
        ? html`<p><span class="badge ${state}">${state === 'skipped' ? 'skipped' : 'open'}</span> <span class="hint">${
            state === 'skipped'
              ? 'It was passed over, without an answer.'
              : html`Not answered yet. <a class="screen-only" href=${formatRoute(id, 'sitting')}>Answer or skip it</a>`
          }</span></p>`
        : html`<${Answer} asked=${{ ...asked, answer }} words=${words} onChange=${onChange} />`
    }
  </article>`
}

/** An answer that is saved, its other wordings, and a new one. */
function Answer({ asked, words, onChange }: Props & { asked: { answer: string } }) {
  const [shows, setShows] = useState<'revise' | 'versions'>()
  const [message, setMessage] = useState('')
  const revise = useRef<HTMLButtonElement>(null)
  const toggle = (what: 'revise' | 'versions') => () => setShows(shows === what ? undefined : what)
  const { answer, answerUpdatedAt } = asked
  return html`<div class="answer quoted"><${MatchedText} text=${answer} matches=${findWordMatches(answer, words)} /></div>
    <p class="hint"><span class="ok">✓ Saved</span> <${Timestamp} at=${answerUpdatedAt} /> <span role="status">${message}</span></p>
    <div class="row">
      <button type="button" ref=${revise} aria-expanded=${shows === 'revise'} onClick=${toggle('revise')}>Revise</button>
      <button type="button" class="quiet" aria-expanded=${shows === 'versions'} onClick=${toggle('versions')}>Versions</button>
    </div>
    ${
      shows === 'revise' &&
      html`<${Revise} response=${asked} onDone=${async (words: string) => {
        await onChange()
        setMessage(words)
        setShows('versions')
        revise.current?.focus()
      }} />`
    }
    ${shows === 'versions' && html`<${Versions} answerId=${asked.id} revision=${asked.revision} />`}`
}
