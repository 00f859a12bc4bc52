import { client, type Schemas, useArtist, useDraft, useLoad } from '../api/index.ts'
import { formatRoute } from '../app/route.ts'
import { Button, isWithinLimits, Loading, onSubmitOf, TextField } from '../parts/index.ts'
import { Evidence } from '../sources/Evidence.tsx'
import { Passages } from './Passage.tsx'
import { chooseSuggestions, readInterviewMaterial, type Suggestion } from './suggestions.ts'
import type { Offer } from './use-offer.ts'

type Props = { sitting: number; wanted: string | undefined; offer: Offer }

const shownMax = 3
const ownId = 'own-question'

/** Three questions with their passages, each to be answered, changed or replaced, and a passage of one's own choice. */
export function ReadyQuestions({ sitting, wanted, offer }: Props) {
  const artist = useArtist()
  const load = useLoad(() => readInterviewMaterial(client, artist, sitting), [artist.id, sitting])
  const putAside = useDraft<string[]>(`put-aside/${artist.id}`, [])
  const own = useDraft<Schemas['Reference'] | null>(`own-passage/${artist.id}`, null)
  const cite = (reference: Schemas['Reference']) => {
    own.set(reference)
    requestAnimationFrame(() => document.getElementById(ownId)?.focus())
  }
  return (
    <Loading load={load} what="what you could be asked" lines={9}>
      {(material) => {
        const count = own.value === null ? shownMax : shownMax - 1
        const ready = chooseSuggestions(material, { putAside: putAside.value, wanted, count })
        const isPutAside = putAside.value.length > 0 && material.passages.length + material.again.length > 0
        return (
          <>
            <ol class="plain ready" aria-label="Questions that are ready">
              {own.value !== null && (
                <Ready
                  suggestion={{ key: ownId, question: '', references: [own.value], isAgain: false }}
                  offer={offer}
                  onAsked={own.clear}
                  onPutAside={own.clear}
                />
              )}
              {ready.map((one) => (
                <Ready
                  key={one.key}
                  suggestion={one}
                  offer={offer}
                  onPutAside={() => putAside.set([...putAside.value, one.key])}
                />
              ))}
            </ol>
            {ready.length === 0 && own.value === null && (
              <p class="empty">
                {isPutAside
                  ? 'You have put all of these questions aside.'
                  : material.hasText
                    ? 'No passage of your texts is left that makes a question by itself. Choose one below, or '
                    : 'Questions are asked about texts that may be quoted, and there is none yet. '}{' '}
                {isPutAside ? (
                  <Button label="Show them again" kind="link" onClick={putAside.clear} />
                ) : (
                  <>
                    <a href={formatRoute(artist.id, 'sources')}>look for more texts</a>: as soon as one is read, three
                    questions are ready here.
                  </>
                )}
              </p>
            )}
            {material.hasText && (
              <details>
                <summary>Choose another passage to be asked about</summary>
                <Evidence onCite={cite} />
              </details>
            )}
          </>
        )
      }}
    </Loading>
  )
}

type ReadyProps = { suggestion: Suggestion; offer: Offer; onAsked?: () => void; onPutAside: () => void }

function Ready({ suggestion, offer, onAsked, onPutAside }: ReadyProps) {
  const { key, question, references, isAgain } = suggestion
  const { id } = useArtist()
  const words = useDraft<string | null>(`question/${id}/${key}`, null)
  const isOwn = question === ''
  const asked = words.value ?? question
  const isReady = !offer.isBusy && offer.memory.data !== undefined && isWithinLimits(asked, 10, 500)
  async function ask() {
    if (!isReady || !(await offer.offer({ question: asked, references }))) return
    words.clear()
    onAsked?.()
  }
  const fieldId = isOwn ? ownId : `ready-${key}`
  return (
    <li class="card">
      <form class="stack" aria-labelledby={fieldId} onSubmit={onSubmitOf(ask)}>
        {isAgain && <p class="hint">You skipped this earlier.</p>}
        {words.value === null && !isOwn ? (
          <h3 id={fieldId} class="question">
            {question}
          </h3>
        ) : (
          <TextField
            id={fieldId}
            label="The question"
            rows={2}
            min={10}
            max={500}
            value={asked}
            onValue={words.set}
            onSubmit={ask}
          />
        )}
        <Passages references={references} />
        <div class="row">
          <Button type="submit" kind="primary" label="Answer this" disabled={!isReady} />
          {words.value === null && !isOwn && <Button label="Change the words" onClick={() => words.set(question)} />}
          <Button label={isOwn ? 'Leave it' : 'Another question'} kind="quiet" onClick={onPutAside} />
        </div>
      </form>
    </li>
  )
}
