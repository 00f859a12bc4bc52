import { useState } from 'preact/hooks'
import type { PreparedQuestion } from '../../../typescript/index.ts'
import { client, isProblemError, type Schemas, useArtist, useDraft, useLoad } from '../api/index.ts'
import { formatRoute } from '../app/navigation.tsx'
import { Button, Fold, isWithinLimits, Loading, SaveForm, TextField } from '../parts/index.ts'
import { Evidence } from '../sources/SourcesView.tsx'
import { Passages } from './Passage.tsx'
import { readInterviewMaterial, type Suggestion } from './suggestions.ts'

type Props = { wanted: string | undefined; offer: Offer }

const shownMax = 3
const ownKey = 'own'

/** Three questions with their passages, each to be answered, changed or replaced, and a passage of one's own choice. */
export function ReadyQuestions({ wanted, offer }: Props) {
  const artist = useArtist()
  const load = useLoad(() => readInterviewMaterial(client, artist), [artist.id])
  const putAside = useDraft<string[]>(`put-aside/${artist.id}`, [])
  const own = useDraft<Schemas['Reference'] | null>(`own-passage/${artist.id}`, null)
  const mine = own.value && { key: ownKey, question: '', references: [own.value], isAgain: false }
  const cite = (reference: Schemas['Reference']) => {
    own.set(reference)
    requestAnimationFrame(() => document.getElementById(`ready-${ownKey}`)?.focus())
  }
  const leave = (key: string) => (key === ownKey ? own.clear() : putAside.set([...putAside.value, key]))
  return (
    <Loading load={load} what="what you could be asked">
      {({ suggestions, hasText }) => {
        const first = suggestions.filter(({ key }) => key === wanted)
        const others = suggestions.filter(({ key }) => key !== wanted && !putAside.value.includes(key))
        const ready = [...(mine ? [mine] : []), ...first, ...others].slice(0, shownMax)
        const isPutAside = suggestions.length > 0
        return (
          <>
            {ready.length === 0 && <Nothing {...{ isPutAside, hasText }} onShowAgain={putAside.clear} />}
            <ol class="plain ready" aria-label="Questions that are ready">
              {ready.map((one) => (
                <Ready key={one.key} suggestion={one} offer={offer} onLeave={() => leave(one.key)} />
              ))}
            </ol>
            {hasText && (
              <Fold title="Choose another passage to be asked about">{() => <Evidence onCite={cite} />}</Fold>
            )}
          </>
        )
      }}
    </Loading>
  )
}

type NothingProps = { isPutAside: boolean; hasText: boolean; onShowAgain: () => void }

/** Why no question is ready, and what happens next. */
function Nothing({ isPutAside, hasText, onShowAgain }: NothingProps) {
  const { id } = useArtist()
  return isPutAside ? (
    <p class="empty">
      You have put all of these questions aside. <Button label="Show them again" kind="link" onClick={onShowAgain} />
    </p>
  ) : (
    <p class="empty">
      {hasText
        ? 'Every passage that makes a question by itself has been asked about. Choose another one below, or '
        : 'Questions are asked about texts that may be quoted, and there is none yet: '}
      <a href={formatRoute(id, 'sources')}>look for more texts</a>. As soon as one is read, its questions are ready
      here.
    </p>
  )
}

type ReadyProps = { suggestion: Suggestion; offer: Offer; onLeave: () => void }

function Ready({ suggestion: { key, question, references, isAgain }, offer, onLeave }: ReadyProps) {
  const { id } = useArtist()
  const isOwn = key === ownKey
  const words = useDraft<string | null>(`question/${id}/${key}`, isOwn ? '' : null)
  const asked = words.value ?? question
  const isReady = offer.memory.data !== undefined && isWithinLimits(asked, 10, 500)
  async function ask() {
    if (!(await offer.offer({ question: asked, references }))) return
    words.clear()
    if (isOwn) onLeave()
  }
  const fieldId = `ready-${key}`
  const field = { id: fieldId, rows: 2, min: 10, max: 500, value: asked, onValue: words.set }
  const others = (
    <>
      {words.value === null && <Button label="Change the words" onClick={() => words.set(question)} />}
      <Button label={isOwn ? 'Leave it' : 'Another question'} kind="link" onClick={onLeave} />
    </>
  )
  return (
    <li class="card" aria-labelledby={fieldId}>
      <SaveForm label="Answer this" isReady={isReady} save={ask} beside={others}>
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

/** Asks a question under the memory that is shown; when that has changed, it is read again and nothing is asked. */
export function useOffer(session: Schemas['Session'], ordinal: number, onAsked: () => Promise<void>) {
  const { id, api } = useArtist()
  const memory = useLoad(() => api.readMemory(session.sitting), [session.sitting, ordinal])
  const [isChanged, setChanged] = useState(false)

  /** Whether it was asked. */
  async function offer(question: PreparedQuestion): Promise<boolean> {
    const body = { ordinal, memorySnapshotId: memory.data?.snapshotId ?? '', ...question }
    let isStale = false
    try {
      await client.call('offerInterviewQuestion', { path: { id, sessionId: session.id }, body })
    } catch (error) {
      // In another state there is another question to show.
      if (!isProblemError(error, 'memory_changed', 'state_changed')) throw error
      isStale = error.code === 'memory_changed'
    }
    setChanged(isStale)
    await (isStale ? memory.reload() : onAsked())
    return !isStale
  }
  return { offer, memory, isChanged }
}

export type Offer = ReturnType<typeof useOffer>
