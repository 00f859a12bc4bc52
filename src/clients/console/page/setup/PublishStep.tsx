import { useState } from 'preact/hooks'
import { useArtist } from '../api/artist.ts'
import type { Schemas } from '../api/client.ts'
import { useDraft } from '../api/draft.ts'
import { isWithinLimits, TextField } from '../parts/TextField.tsx'
import { WordDiff } from '../text/WordDiff.tsx'
import { StepForm } from './StepForm.tsx'
import type { StepProps } from './use-conversation.ts'

const textMax = 20_000

/** Who writes the page; then the draft, to be changed and published. */
export function PublishStep({ conversation: { shown, take, isBusy } }: StepProps) {
  const { id } = useArtist()
  const changed = useDraft<{ doc?: string; about?: string }>(`setup-page/${id}`, {})
  const [isChoosing, setChoosing] = useState(false)
  const { draft } = shown
  const { doc = draft?.doc ?? '', about = draft?.about ?? '' } = changed.value
  const isReady = !isBusy && isPublishable(doc) && isPublishable(about)

  async function choose(mode: Schemas['AboutMode'], ownWords: string) {
    const isTaken = await take({ type: 'about_choice', mode, doc: ownWords, sources: [] })
    if (!isTaken) return false
    changed.clear()
    setChoosing(false)
    return true
  }
  async function publish() {
    if (!isReady || draft === undefined) return
    const { sources, expectedBio } = draft
    if (await take({ type: 'publish', doc, about, sources, expectedBio })) changed.clear()
  }
  if (draft === undefined || isChoosing) {
    return (
      <StepForm step="publish" onSubmit={() => {}}>
        <Choices choices={shown.choices} isBusy={isBusy} onChoose={choose} />
        {draft !== undefined && (
          <button type="button" class="link" onClick={() => setChoosing(false)}>
            Back to the draft
          </button>
        )}
      </StepForm>
    )
  }
  return (
    <StepForm step="publish" onSubmit={publish}>
      <p>
        This is a draft; nothing of it is public yet. A sentence from a source that you change or take out becomes a
        correction: no later text says it again.
      </p>
      <TextField
        id="setup-about"
        label="Who you are, in a few sentences"
        rows={3}
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
      {doc !== draft.doc && (
        <details>
          <summary>What you changed</summary>
          <WordDiff before={draft.doc} after={doc} label="What you changed" />
        </details>
      )}
      {draft.expectedBio !== null && draft.expectedBio !== about && (
        <p class="notice">
          It replaces: <span class="quoted">{draft.expectedBio}</span>
        </p>
      )}
      <div class="row">
        <button type="submit" class="primary" disabled={!isReady}>
          Publish the page
        </button>
        <button type="button" disabled={isBusy} onClick={() => setChoosing(true)}>
          Choose someone else to write it
        </button>
      </div>
    </StepForm>
  )
}

type ChoicesProps = {
  choices: readonly Schemas['AboutChoice'][]
  isBusy: boolean
  onChoose: (mode: Schemas['AboutMode'], ownWords: string) => Promise<boolean>
}

/** Who is to write the page, in the service's own words for each choice. */
function Choices({ choices, isBusy, onChoose }: ChoicesProps) {
  const { id } = useArtist()
  const own = useDraft(`setup-own-words/${id}`, '')
  const isReady = !isBusy && isWithinLimits(own.value, 1, textMax)
  async function writeOneself(mode: Schemas['AboutMode']) {
    if (await onChoose(mode, own.value)) own.clear()
  }
  return (
    <>
      {choices.map(({ mode, label }) =>
        mode === 'generate' ? (
          <div class="row" key={mode}>
            <button type="button" class="primary" disabled={isBusy} onClick={() => onChoose(mode, '')}>
              {label}
            </button>
          </div>
        ) : (
          <div class="stack" key={mode}>
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
            <div class="row">
              <button type="button" disabled={!isReady} onClick={() => writeOneself(mode)}>
                {label}
              </button>
            </div>
          </div>
        ),
      )}
    </>
  )
}

const isPublishable = (text: string) => text === '' || isWithinLimits(text, 1, textMax)
