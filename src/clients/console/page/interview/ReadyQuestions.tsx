import { useState } from 'preact/hooks'
import { client, type Failure, type Schemas, useArtist, useDraft, useLoad } from '../api/index.ts'
import { formatRoute } from '../app/navigation.tsx'
import { Button, bounds, isWithinBounds, Loading, SaveForm, TextField } from '../parts/index.ts'
import { Passages } from './Passage.tsx'
import { readSuggestions, type Suggestion } from './suggestions.ts'

type Props = { session: Schemas['Session']; wanted: string | undefined; onAsked: () => Promise<void> }

const shownMax = 3

/** Three questions with their passages, each to be answered, changed, or passed over for the next one. */
export function ReadyQuestions({ session, wanted, onAsked }: Props) {
  const artist = useArtist()
  const load = useLoad(() => readSuggestions(client, artist), [artist.id])
  const [passedOver, setPassedOver] = useState<readonly string[]>([])
  // The wanted one comes first; those that were passed over come again after all others, in the order of that.
  const compare = ({ key: one }: Suggestion, { key: other }: Suggestion) =>
    passedOver.lastIndexOf(one) - passedOver.lastIndexOf(other) || Number(other === wanted) - Number(one === wanted)
  return (
    <Loading load={load} what="what you could be asked">
      {(suggestions) => {
        const ready = suggestions.toSorted(compare).slice(0, shownMax)
        const hasOthers = suggestions.length > shownMax
        return (
          <>
            {ready.length === 0 && <Nothing />}
            <ol class="plain ready" aria-label="Questions that are ready">
              {ready.map((one) => (
                <Ready
                  key={one.key}
                  suggestion={one}
                  session={session}
                  onAsked={onAsked}
                  onPass={hasOthers ? () => setPassedOver([...passedOver, one.key]) : undefined}
                />
              ))}
            </ol>
          </>
        )
      }}
    </Loading>
  )
}

/** Why no question is ready, and what happens next. */
function Nothing() {
  const { id } = useArtist()
  return (
    <p class="empty">
      {'Questions are asked about texts that may be quoted, and no passage is left to ask about: '}
      <a href={formatRoute(id, 'sources')}>look for more texts</a>. As soon as one is read, its questions are ready
      here.
    </p>
  )
}

type ReadyProps = Omit<Props, 'wanted'> & { suggestion: Suggestion; onPass: (() => void) | undefined }

function Ready({ suggestion: { key, question, references, isAgain }, session, onAsked, onPass }: ReadyProps) {
  const { id, api } = useArtist()
  const words = useDraft<string | null>(`question/${id}/${key}`, null)
  const asked = words.value ?? question
  async function ask() {
    const ordinal = session.questions.length + 1
    // The artist chooses the question and knows what was said; a memory that changed in between is proved anew.
    await api.offer({ session, ordinal, prepare: () => ({ question: asked, references }) })
    words.clear()
  }
  // In another state there is another question to show.
  const onEnd = (failure: Failure | undefined) => (failure === undefined || failure.isConflict) && onAsked()
  const fieldId = `ready-${key}`
  const field = { id: fieldId, rows: 2, bounds: bounds.QuestionText, value: asked, onValue: words.set }
  const isReady = isWithinBounds(asked, bounds.QuestionText)
  const others = (
    <>
      {words.value === null && <Button label="Change the words" onClick={() => words.set(question)} />}
      {onPass !== undefined && <Button label="Another question" kind="link" onClick={onPass} />}
    </>
  )
  return (
    <li class="card" aria-labelledby={fieldId}>
      <SaveForm label="Answer this" isReady={isReady} save={ask} onEnd={onEnd} beside={others}>
        {isAgain && <p class="hint">You skipped this earlier.</p>}
        {words.value === null ? (
          <h2 id={fieldId} class="question">
            {question}
          </h2>
        ) : (
          <TextField label="The question" {...field} />
        )}
        <Passages references={references} />
      </SaveForm>
    </li>
  )
}
