import { useState } from 'preact/hooks'
import { useArtist, useDraft, useLoad } from '../api/index.ts'
import { formatRoute } from '../app/route.ts'
import { Button, isWithinLimits, Loading, onSubmitOf, TextField } from '../parts/index.ts'
import { Passages } from './Passage.tsx'
import { chooseSuggestions, readInterviewMaterial, type Suggestion } from './suggestions.ts'
import type { Offer } from './use-offer.tsx'

type Props = { sitting: number; asked: readonly string[]; wanted: string | undefined; offer: Offer }

const shownMax = 3

/** Three questions with their passages, each to be answered, changed or replaced by another. */
export function ReadyQuestions({ sitting, asked, wanted, offer }: Props) {
  const artist = useArtist()
  const load = useLoad(() => readInterviewMaterial(artist, sitting), [artist.id, sitting])
  const { value: putAside, set, clear } = useDraft<string[]>(`put-aside/${artist.id}`, [])
  return (
    <Loading load={load} what="what you could be asked" lines={9}>
      {(material) => {
        const ready = chooseSuggestions(material, { putAside, asked, wanted, count: shownMax })
        if (ready.length === 0) return <Nothing isEmpty={material.passages.length === 0} onShowAgain={clear} />
        return (
          <ol class="plain ready" aria-label="Questions that are ready">
            {ready.map((one) => (
              <Ready key={one.key} suggestion={one} offer={offer} onPutAside={() => set([...putAside, one.key])} />
            ))}
          </ol>
        )
      }}
    </Loading>
  )
}

function Nothing({ isEmpty, onShowAgain }: { isEmpty: boolean; onShowAgain: () => void }) {
  const { id } = useArtist()
  return isEmpty ? (
    <p class="empty">
      There is no text about you yet from which a question could be asked.{' '}
      <a href={formatRoute(id, 'sources')}>Add sources</a>
    </p>
  ) : (
    <p class="empty">
      You have put all of these questions aside. <Button label="Show them again" kind="link" onClick={onShowAgain} />
    </p>
  )
}

type ReadyProps = { suggestion: Suggestion; offer: Offer; onPutAside: () => void }

function Ready({ suggestion, offer, onPutAside }: ReadyProps) {
  const { key, question, references, isAgain } = suggestion
  const [words, setWords] = useState<string>()
  const asked = words ?? question
  const isReady = !offer.isBusy && offer.memory.data !== undefined && isWithinLimits(asked, 10, 500)
  const ask = () => isReady && void offer.offer({ question: asked, references })
  const id = `ready-${key}`
  const changed = {
    id,
    label: 'The question',
    rows: 2,
    min: 10,
    max: 500,
    value: asked,
    onValue: setWords,
    onSubmit: ask,
  }
  return (
    <li class="card">
      <form class="stack" aria-labelledby={id} onSubmit={onSubmitOf(ask)}>
        {isAgain && <p class="hint">You skipped this earlier.</p>}
        {words === undefined ? (
          <h3 id={id} class="question">
            {question}
          </h3>
        ) : (
          <TextField {...changed} />
        )}
        <Passages references={references} />
        <div class="row">
          <Button type="submit" kind="primary" label="Answer this" disabled={!isReady} />
          {words === undefined && <Button label="Change the words" onClick={() => setWords(question)} />}
          <Button label="Another question" kind="quiet" onClick={onPutAside} />
        </div>
      </form>
    </li>
  )
}
