import { useState } from 'preact/hooks'
import { type Schemas, useArtist, useDraft } from '../api/index.ts'
import { Button, isWithinLimits, TextField } from '../parts/index.ts'
import { WordDiff } from '../text/WordDiff.tsx'
import { StepForm } from './StepForm.tsx'
import type { StepProps } from './use-conversation.ts'

const textMax = 20_000

/** Who writes the page; then the draft, to be changed and published. */
export function PublishStep({ conversation: { shown, take, isBusy, refused } }: StepProps) {
  const { id } = useArtist()
  const changed = useDraft<{ doc?: string; about?: string }>(`setup-page/${id}`, {})
  const [isChoosing, setChoosing] = useState(false)
  const { draft } = shown
  const { doc = draft?.doc ?? '', about = draft?.about ?? '' } = changed.value
  const isReady = !isBusy && isPublishable(doc) && isPublishable(about)

  async function choose(mode: Schemas['AboutMode'], ownWords: string) {
    if (!(await take({ type: 'about_choice', mode, doc: ownWords, sources: [] }))) return
    changed.clear()
    setChoosing(false)
  }
  async function publish(excluded: Schemas['ExclusionChoice']) {
    if (!isReady || draft === undefined) return
    const { sources, expectedBio } = draft
    if (await take({ type: 'publish', doc, about, sources, expectedBio, excluded })) changed.clear()
  }
  if (draft === undefined || isChoosing) {
    return (
      <StepForm step="publish" onSubmit={() => {}}>
        <Choices choices={shown.choices} isBusy={isBusy} onChoose={choose} />
        {draft !== undefined && <Button label="Back to the draft" kind="link" onClick={() => setChoosing(false)} />}
      </StepForm>
    )
  }
  return (
    <StepForm step="publish" onSubmit={() => publish('refuse')}>
      <p>
        This is a draft; nothing of it is public yet. A sentence from a source that you change or take out becomes a
        correction: no later text says it again.
      </p>
      <TextField
        id="setup-about"
        label="Who you are, in a few sentences"
        min={0}
        max={textMax}
        value={about}
        onValue={(text) => changed.set({ ...changed.value, about: text })}
        hint="It stands above your page. Leave it empty to have none."
      />
      <TextField
        id="setup-doc"
        label="Your page"
        isBig
        rows={12}
        min={0}
        max={textMax}
        value={doc}
        onValue={(text) => changed.set({ ...changed.value, doc: text })}
        hint="A number in brackets names the source."
      />
      {doc !== draft.doc && <WordDiff before={draft.doc} after={doc} label="What you changed" />}
      {draft.expectedBio !== null && draft.expectedBio !== about && (
        <p class="notice">It replaces: “{draft.expectedBio}”</p>
      )}
      <div class="row">
        <Button type="submit" kind="primary" label="Publish the page" disabled={!isReady} />
        {refused !== undefined && (
          <Button label="Publish without what I ruled out" disabled={!isReady} onClick={() => publish('leave_out')} />
        )}
        <Button label="Choose someone else to write it" disabled={isBusy} onClick={() => setChoosing(true)} />
      </div>
    </StepForm>
  )
}

type ChoicesProps = {
  choices: readonly Schemas['AboutChoice'][]
  isBusy: boolean
  onChoose: (mode: Schemas['AboutMode'], ownWords: string) => Promise<void>
}

/** Who is to write the page, in the service's own words for each choice. */
function Choices({ choices, isBusy, onChoose }: ChoicesProps) {
  const { id } = useArtist()
  const own = useDraft(`setup-own-words/${id}`, '')
  const isReady = !isBusy && isWithinLimits(own.value, 1, textMax)
  const [generate, self] = [
    choices.find(({ mode }) => mode === 'generate'),
    choices.find(({ mode }) => mode === 'self'),
  ]
  return (
    <>
      {generate && (
        <Button label={generate.label} kind="primary" disabled={isBusy} onClick={() => onChoose('generate', '')} />
      )}
      {self && (
        <div class="stack">
          <TextField
            id="setup-own"
            label="Or write it yourself"
            isBig
            rows={5}
            max={textMax}
            value={own.value}
            onValue={own.set}
            hint="Kept on this device as you type."
          />
          <Button label={self.label} disabled={!isReady} onClick={() => onChoose('self', own.value)} />
        </div>
      )}
    </>
  )
}

const isPublishable = (text: string) => text === '' || isWithinLimits(text, 1, textMax)
