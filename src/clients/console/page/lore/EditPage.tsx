import { useArtist, useDraft } from '../api/index.ts'
import { Button, bounds, isWithinBounds, TextField } from '../parts/index.ts'
import { WordDiff } from '../text/marked.tsx'
import { isEdited } from '../text/ranges.ts'
import { Publishing } from './Publishing.tsx'
import type { LoreText } from './page-text.ts'

/** The artist's own wording of a version, kept on this device with the version that was public when it was begun. */
export function useEdit(lore: LoreText, publishedRevision: string | null) {
  const { id } = useArtist()
  return useDraft(`page/${id}/${lore.revision}`, { text: lore.text, publishedRevision })
}

type Props = {
  lore: LoreText
  draft: ReturnType<typeof useEdit>
  onPublished: () => Promise<void>
  onLeave: () => void
}

export function EditPage({ lore, draft, onPublished, onLeave }: Props) {
  const { text, publishedRevision } = draft.value
  const isChanged = isEdited(lore.text, text)
  async function leave() {
    draft.clear()
    onLeave()
    await onPublished()
  }
  return (
    <div class="columns reading-columns">
      <div class="card">
        <TextField
          id="page-text"
          label={`The text of version ${lore.number}`}
          bounds={bounds.LoreDocument}
          value={text}
          onValue={(words) => draft.set({ text: words, publishedRevision })}
          hint="An empty line divides paragraphs, and a number in brackets names a source. Kept on this device as you type."
        />
      </div>
      <section class="card stack beside" aria-label="What you publish">
        <p>A sentence that you leave as it is stays quoted; other words are yours.</p>
        <Publishing
          lore={lore}
          text={text}
          publishedRevision={publishedRevision}
          label="Publish this text"
          isReady={isChanged && isWithinBounds(text, bounds.LoreDocument)}
          onPublished={leave}
        />
        <div class="row">
          <Button label="Back to reading" kind="link" onClick={onLeave} />
          {isChanged && <Button label="Drop my changes" kind="link" onClick={draft.clear} />}
        </div>
        {isChanged && <h2>What you changed</h2>}
        {isChanged && <WordDiff before={lore.text} after={text} label="What you changed" />}
      </section>
    </div>
  )
}
