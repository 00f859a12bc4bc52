import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { overlaps, type Span } from '../../../../text/windows.ts'
import { client, type Failure, type Schemas, useArtist, useDraft, useLoad } from '../api/index.ts'
import { Passage } from '../interview/Passage.tsx'
import { Action, Button, bounds, isWithinBounds, SaveForm, Section, TextField, Timestamp } from '../parts/index.ts'
import type { LoreText } from './page-text.ts'
import { focusSentence } from './ReadingText.tsx'

type Props = {
  lore: LoreText
  passage: Span
  /** The choice was made with a key: the field takes the focus. */
  takesFocus: boolean
  onCorrected: () => Promise<void>
  onClose: () => void
}

/** Where the words of the chosen passage come from, and the correction of it. Escape leads back to the text. */
export function PassagePanel({ lore, passage, takesFocus, onCorrected, onClose }: Props) {
  const panel = useRef<HTMLElement>(null)
  const words = lore.text.slice(passage.start, passage.end)
  useLayoutEffect(() => {
    panel.current?.scrollIntoView({ block: 'nearest' })
    const field = panel.current?.querySelector('textarea') ?? panel.current?.querySelector('button')
    if (takesFocus) field?.focus({ preventScroll: true })
  }, [words, takesFocus])
  function close() {
    onClose()
    focusSentence(passage.start)
  }
  const citation = lore.citations.find(({ start, end }) => start <= passage.start && passage.end <= end)
  return (
    <aside
      class="card stack beside"
      aria-label="The chosen passage"
      ref={panel}
      onKeyDown={(event) => event.key === 'Escape' && close()}
    >
      <div class="split">
        <h2>The chosen passage</h2>
        <Button label="Close" kind="link" onClick={close} />
      </div>
      {citation === undefined ? (
        <p class="hint">These words join the quotations; they quote nothing.</p>
      ) : (
        <Passage reference={citation.reference} />
      )}
      {lore.state !== 'earlier' && (
        <CorrectionForm key={words} lore={lore} passage={passage} onCorrected={onCorrected} />
      )}
    </aside>
  )
}

/** Says that a passage is wrong and what is right instead, and shows beforehand what that does. */
function CorrectionForm({ lore, passage, onCorrected }: Pick<Props, 'lore' | 'passage' | 'onCorrected'>) {
  const { id } = useArtist()
  const { start, end } = passage
  const passageWords = lore.text.slice(start, end)
  const draft = useDraft(`correction/${id}/${passageWords}`, '')
  const wording = draft.value
  const isReady = wording === '' || isWithinBounds(wording, bounds.CorrectionWording)
  const claim = { loreRevision: lore.revision, start, end }
  // A lost reply is sent again under its own id; other words, or another version, are another request.
  const requestId = useMemo(() => crypto.randomUUID(), [wording, lore.revision])
  const correction = wording === '' ? null : wording
  async function onEnd(failure: Failure | undefined) {
    if (failure !== undefined && !failure.isConflict) return
    if (failure === undefined) draft.clear()
    await onCorrected()
  }
  const preview = useLoad(
    () => client.call('previewCorrection', { path: { id }, body: { ...claim, correction: null } }),
    [lore.revision, start, end],
  )
  const others = preview.data?.sentences.filter((one) => !overlaps(one, passage)) ?? []
  return (
    <SaveForm
      label={wording === '' ? 'Take it out' : 'Correct it'}
      isReady={isReady}
      save={() => client.call('correctLore', { path: { id }, body: { ...claim, requestId, correction } })}
      onEnd={onEnd}
    >
      <TextField
        id="correction"
        label="Is it wrong? What is right instead?"
        bounds={bounds.CorrectionWording}
        value={wording}
        onValue={draft.set}
        hint="Leave it empty to take the passage out without other words. Ctrl and Enter save."
      />
      <h3>What this does</h3>
      <p class="quoted">
        <del>{passageWords}</del> {wording !== '' && <ins>{wording}</ins>}
      </p>
      {others.length > 0 && (
        <p>
          What says the same elsewhere on the page goes, too: <del>{others.map(({ text }) => text).join(' … ')}</del>
        </p>
      )}
      <p class="hint">
        No text that is made later says it again, and every question is prepared with your words in sight.
      </p>
    </SaveForm>
  )
}

type CorrectionsProps = { corrections: Schemas['ArtistCorrection'][]; onChange: () => Promise<void> }

export function Corrections({ corrections, onChange }: CorrectionsProps) {
  const { id } = useArtist()
  return (
    <Section title="Your corrections">
      <ul class="plain" aria-label="Corrections that hold">
        {corrections.length === 0 && <li class="empty">None yet. Choose a sentence to correct it.</li>}
        {corrections.map(({ id: correctionId, claim, correction, revision, updatedAt }) => (
          <li key={correctionId} class="stack">
            <p class="quoted">
              <del>{claim}</del> {correction !== null && <ins>{correction}</ins>}
            </p>
            <div class="row hint">
              <Timestamp at={updatedAt} />
              <Action
                label="Take back"
                about={`the correction of ${claim.slice(0, 60)}`}
                kind="link"
                work={() => client.call('retractCorrection', { path: { id, correctionId }, body: { revision } })}
                onDone={onChange}
              />
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}
