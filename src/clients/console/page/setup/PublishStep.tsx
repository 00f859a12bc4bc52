import { useState } from 'preact/hooks'
import { type Schemas, useArtist, useDraft } from '../api/index.ts'
import { type Bounds, Button, bounds, isWithinBounds, TextField } from '../parts/index.ts'
import { WordDiff } from '../text/marked.tsx'
import { StepForm } from './steps.tsx'
import type { StepProps } from './use-conversation.ts'

const isEmptyOrWithin = (text: string, allowed: Bounds) => text === '' || isWithinBounds(text, allowed)

export function PublishStep({ conversation: { shown, take, isBusy } }: StepProps) {
  const { id } = useArtist()
  const changed = useDraft<{ doc?: string; about?: string }>(`setup-page/${id}`, {})
  const own = useDraft(`setup-own-words/${id}`, '')
  const [isChoosing, setChoosing] = useState(false)
  const { draft } = shown
  const { doc = draft?.doc ?? '', about = draft?.about ?? '' } = changed.value
  const isReady = !isBusy && isEmptyOrWithin(doc, bounds.LoreDocument) && isEmptyOrWithin(about, bounds.AboutText)

  async function choose(mode: Schemas['AboutMode']) {
    const words = mode === 'self' ? own.value : ''
    if (!(await take({ type: 'about_choice', mode, doc: words, sources: [] }))) return
    changed.clear()
    setChoosing(false)
  }
  if (draft === undefined || isChoosing) {
    return (
      <StepForm
        step="publish"
        label="I write it myself"
        isReady={!isBusy && isWithinBounds(own.value, bounds.LoreDocument)}
        onSubmit={() => choose('self')}
        beside={
          <>
            <Button label="Write it from my sources and answers" disabled={isBusy} onClick={() => choose('generate')} />
            {draft !== undefined && <Button label="Back to the draft" kind="link" onClick={() => setChoosing(false)} />}
          </>
        }
      >
        <TextField
          id="setup-own"
          label="Your own words, if you write it yourself"
          isBig
          rows={5}
          bounds={bounds.LoreDocument}
          value={own.value}
          onValue={own.set}
          hint="Kept on this device as you type."
        />
      </StepForm>
    )
  }
  const { sources, expectedBio } = draft
  async function publish() {
    if (await take({ type: 'publish', doc, about, sources, expectedBio })) changed.clear()
  }
  return (
    <StepForm
      step="publish"
      label="Publish the page"
      isReady={isReady}
      onSubmit={publish}
      beside={<Button label="Choose someone else to write it" disabled={isBusy} onClick={() => setChoosing(true)} />}
    >
      <p>
        This is a draft; nothing of it is public yet. A sentence from a source that you change or take out becomes a
        correction: no later text says it again.
      </p>
      <TextField
        id="setup-about"
        label="Who you are, in a few sentences"
        bounds={bounds.AboutText}
        value={about}
        onValue={(text) => changed.set({ ...changed.value, about: text })}
        hint="It stands above your page. Leave it empty to have none."
      />
      <TextField
        id="setup-doc"
        label="Your page"
        isBig
        rows={12}
        bounds={bounds.LoreDocument}
        value={doc}
        onValue={(text) => changed.set({ ...changed.value, doc: text })}
        hint="A number in brackets names the source."
      />
      {doc !== draft.doc && <WordDiff before={draft.doc} after={doc} label="What you changed" />}
      {expectedBio !== null && expectedBio !== about && <p class="notice">It replaces: “{expectedBio}”</p>}
    </StepForm>
  )
}
