import { useArtistName } from '../artist.ts'
import { html } from '../html.ts'
import { formatMarkdown } from './markdown.ts'
import type { SittingGroup } from './sittings.ts'

type Props = { groups: readonly SittingGroup[]; what: string }

/** Prints what the page shows, or saves it as a Markdown file. */
export function TakeAway({ groups, what }: Props) {
  const artist = useArtistName()
  return html`<div class="row take-away">
    <button type="button" onClick=${() => print()}>Print ${what}</button>
    <button type="button" onClick=${() => saveFile(`${toFileName(artist)}.md`, formatMarkdown(artist, groups))}>Download ${what} as Markdown</button>
  </div>`
}

/** The artist's name as a file system takes it. */
const toFileName = (name: string): string =>
  name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '') || 'artist'

function saveFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/markdown;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
