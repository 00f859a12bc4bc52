import { useArtist, useDraft } from '../api/index.ts'
import { Button, isWithinLimits, TextField } from '../parts/index.ts'
import { isEdited } from '../text/ranges.ts'
import { WordDiff } from '../text/WordDiff.tsx'
import { Publishing } from './Publishing.tsx'
import type { Lore } from './page-text.ts'

const textMax = 20_000

/** The artist's own wording of a version, kept on this device with the version that was public when it was begun. */
export function useEdit(lore: Lore, publishedRevision: string | null) {
  const { id } = useArtist()
  return useDraft(`page/${id}/${lore.revision}`, { text: lore.text, publishedRevision })
}

type Props = { lore: Lore; draft: ReturnType<typeof useEdit>; onPublished: () => Promise<void>; onLeave: () => void }

/** Edits the text of a version before it is published. */
export function EditPage({ lore, draft, onPublished, onLeave }: Props) {
  const { text, publishedRevision } = draft.value
  const isChanged = isEdited(lore.text, text)
  async function leave() {
    draft.clear()
    await onPublished()
    onLeave()
  }
  return (
    <div class="stack">
      <TextField
        id="page-text"
        label="The text of your page"
        isBig
        rows={16}
        max={textMax}
        value={text}
        onValue={(words) => draft.set({ text: words, publishedRevision })}
        hint="An empty line divides paragraphs, and a number in brackets names a source. A sentence that you leave as it is stays quoted. Kept on this device as you type."
      />
      {isChanged && (
        <details open>
          <summary>What you changed</summary>
          <WordDiff before={lore.text} after={text} label="What you changed" />
        </details>
      )}
      <Publishing
        lore={lore}
        text={text}
        publishedRevision={publishedRevision}
        label="Publish this text"
        isReady={isChanged && isWithinLimits(text, 1, textMax)}
        onPublished={leave}
      />
      <div class="row">
        <Button label="Back to reading" kind="quiet" onClick={onLeave} />
        {isChanged && <Button label="Drop my changes" kind="quiet" onClick={draft.clear} />}
      </div>
    </div>
  )
}
