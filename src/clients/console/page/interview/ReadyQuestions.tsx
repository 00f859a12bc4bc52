import { useState } from 'preact/hooks'
import { useArtist } from '../api/artist.ts'
import { useDraft } from '../api/draft.ts'
import { useLoad } from '../api/use-load.ts'
import { formatRoute } from '../app/route.ts'
import { onSubmitOf } from '../parts/forms.ts'
import { Loading } from '../parts/Loading.tsx'
import { isWithinLimits, TextField } from '../parts/TextField.tsx'
import { Passage } from './Passage.tsx'
import { chooseSuggestions, readInterviewMaterial, type Suggestion } from './suggestions.ts'
import type { Offer } from './use-offer.tsx'

type Props = { sitting: number; asked: readonly string[]; wanted: string | undefined; offer: Offer }

const shownMax = 3

/** Three questions with their passages, each to be answered, changed or replaced by another. */
export function ReadyQuestions({ sitting, asked, wanted, offer }: Props) {
  const artist = useArtist()
  const load = useLoad(() => readInterviewMaterial(artist, sitting), [artist.id, sitting])
  const putAside = useDraft<string[]>(`put-aside/${artist.id}`, [])
  return (
    <Loading load={load} what="what you could be asked" lines={9}>
      {(material) => {
        const ready = chooseSuggestions(material, { putAside: putAside.value, asked, wanted, count: shownMax })
        return (
          <>
            {ready.length === 0 && (
              <p class="empty">
                {material.passages.length === 0
                  ? 'There is no text about you yet from which a question could be asked. '
                  : 'You have put all of these questions aside. '}
                {material.passages.length === 0 ? (
                  <a href={formatRoute(artist.id, 'sources')}>Add sources</a>
                ) : (
                  <button type="button" class="link" onClick={putAside.clear}>
                    Show them again
                  </button>
                )}
              </p>
            )}
            <ol class="plain ready" aria-label="Questions that are ready">
              {ready.map((suggestion) => (
                <Ready
                  key={suggestion.key}
                  suggestion={suggestion}
                  offer={offer}
                  onPutAside={() => putAside.set([...putAside.value, suggestion.key])}
                />
              ))}
            </ol>
          </>
        )
      }}
    </Loading>
  )
}

type ReadyProps = { suggestion: Suggestion; offer: Offer; onPutAside: () => void }

function Ready({ suggestion, offer, onPutAside }: ReadyProps) {
  const { key, question, references, isAgain } = suggestion
  const [words, setWords] = useState<string>()
  const asked = words ?? question
  const isReady = !offer.isBusy && offer.memory.data !== undefined && isWithinLimits(asked, 10, 500)
  const ask = () => isReady && void offer.offer({ question: asked, references })
  const titleId = `ready-${key}`
  return (
    <li class="card">
      <form class="stack" aria-labelledby={titleId} onSubmit={onSubmitOf(ask)}>
        {isAgain && <p class="hint">You skipped this earlier.</p>}
        {words === undefined ? (
          <h3 id={titleId} class="question">
            {question}
          </h3>
        ) : (
          <TextField
            id={titleId}
            label="The question"
            rows={2}
            min={10}
            max={500}
            value={words}
            onValue={setWords}
            onSubmit={ask}
          />
        )}
        {references.map((reference) => (
          <Passage key={reference.start} reference={reference} />
        ))}
        <div class="row">
          <button type="submit" class="primary" disabled={!isReady}>
            Answer this
          </button>
          <button type="button" onClick={() => setWords(words === undefined ? question : undefined)}>
            {words === undefined ? 'Change the words' : 'Keep the words'}
          </button>
          <button type="button" class="quiet" onClick={onPutAside}>
            Another question
          </button>
        </div>
      </form>
    </li>
  )
}
