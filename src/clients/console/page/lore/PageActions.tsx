import { useState } from 'preact/hooks'
import { baseUrl, pageSettings, type Schemas, useArtist } from '../api/index.ts'
import { Button, saveFile, toFileName } from '../parts/index.ts'

type Props = { lore: Schemas['LoreText']; bio: string | null; isPublished: boolean }

/** Where visitors read the page, and taking it along. */
export function PageActions({ lore, bio, isPublished }: Props) {
  const { id, name } = useArtist()
  const [isCopied, setCopied] = useState(false)
  const address =
    pageSettings.artistPages === null || !isPublished ? undefined : `${baseUrl}${pageSettings.artistPages}${id}`
  const markdown = [`# ${name}`, bio, lore.text].filter(Boolean).join('\n\n')
  return (
    <div class="row screen-only">
      {address !== undefined && (
        <>
          <a class="button" href={address} target="_blank" rel="noopener">
            See it as visitors do<span class="unseen"> (opens a new tab)</span>
          </a>
          <Button
            label="Copy its link"
            onClick={() => navigator.clipboard.writeText(address).then(() => setCopied(true))}
          />
        </>
      )}
      <Button label="Print" onClick={print} />
      <Button
        label="Save as Markdown"
        onClick={() => saveFile(toFileName(name, 'page'), 'text/markdown', `${markdown}\n`)}
      />
      <span class="good" role="status">
        {isCopied && '✓ Copied'}
      </span>
    </div>
  )
}
