import { useState } from 'preact/hooks'
import { useArtist } from '../api/artist.ts'
import type { Schemas } from '../api/client.ts'
import { baseUrl, pageSettings } from '../api/page-settings.ts'
import { saveFile, toFileName } from '../parts/save-file.ts'

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
          <button type="button" onClick={() => navigator.clipboard.writeText(address).then(() => setCopied(true))}>
            Copy its link
          </button>
        </>
      )}
      <button type="button" onClick={print}>
        Print
      </button>
      <button type="button" onClick={() => saveFile(toFileName(name, 'page'), 'text/markdown', `${markdown}\n`)}>
        Save as Markdown
      </button>
      <span class="good" role="status">
        {isCopied && '✓ Copied'}
      </span>
    </div>
  )
}
