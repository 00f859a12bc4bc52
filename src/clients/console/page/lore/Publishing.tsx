import { useState } from 'preact/hooks'
import { client, type Schemas, useArtist, useSave } from '../api/index.ts'
import { formatRoute } from '../app/navigation.tsx'
import { Button, SaveStatus } from '../parts/index.ts'
import { WordDiff } from '../text/marked.tsx'
import type { LoreText } from './page-text.ts'

type Props = {
  lore: LoreText
  text?: string
  /** The version that visitors read, as far as the artist has seen. */
  publishedRevision: string | null
  label: string
  isReady?: boolean
  onPublished: () => Promise<void>
}

/** Publishes a version, as it is or edited; shows first what is ruled out, and what was published elsewhere. */
export function Publishing({ lore, text, publishedRevision, label, isReady = true, onPublished }: Props) {
  const { id } = useArtist()
  const { saving, run, isBusy } = useSave()
  const [seen, setSeen] = useState(publishedRevision)
  const [elsewhere, setElsewhere] = useState<LoreText>()
  const [isRefused, setRefused] = useState(false)
  const words = text ?? lore.text
  const excluded = lore.excluded.filter((one) => words.includes(one.text))

  async function publish(choice: Schemas['ExclusionChoice']) {
    const body = {
      revision: lore.revision,
      publishedRevision: seen,
      excluded: choice,
      ...(text !== undefined && { text }),
    }
    const failure = await run(() => client.call('publishLore', { path: { id }, body }), '')
    setRefused(failure?.code === 'state_changed')
    if (failure?.code === 'revision_changed') {
      const current = await client.call('readArtistLore', { path: { id } }).catch(() => undefined)
      setSeen(current?.lore?.revision ?? seen)
      setElsewhere(current?.lore ?? undefined)
    }
    if (failure !== undefined) return
    await onPublished()
    location.hash = formatRoute(id, 'page')
  }
  const button = { disabled: isBusy || !isReady }
  return (
    <>
      {excluded.length > 0 && <p>A boundary or a correction of yours rules out what stands here:</p>}
      {excluded.map((one) => (
        <p key={one.start}>
          <del>{one.text}</del> {one.replacement !== null && <ins>{one.replacement}</ins>}
        </p>
      ))}
      {elsewhere !== undefined && (
        <section class="notice stack" role="alert" aria-label="Published elsewhere">
          <p>
            <strong>Another version was published in the meantime.</strong> Nothing is replaced unless you publish
            again.
          </p>
          <WordDiff before={elsewhere.text} after={words} label="From the published text to this one" />
        </section>
      )}
      <div class="row">
        {excluded.length > 0 || isRefused ? (
          <>
            <Button label="Publish without it" kind="primary" onClick={() => publish('leave_out')} {...button} />
            {(lore.state !== 'published' || text !== undefined) && (
              <Button label="Publish it all the same" onClick={() => publish('keep')} {...button} />
            )}
          </>
        ) : (
          <Button label={label} kind="primary" onClick={() => publish('refuse')} {...button} />
        )}
      </div>
      <SaveStatus saving={saving} />
    </>
  )
}
