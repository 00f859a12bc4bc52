import { useArtist } from '../artist.ts'
import { SourceReader } from '../evidence/SourceReader.ts'
import { html } from '../html.ts'
import { Heading } from '../parts/Heading.ts'
import { formatRoute, type ViewProps } from '../route.ts'

/** The text of the one source that the address names. */
export function SourceView({ item }: ViewProps) {
  const id = useArtist()
  return html`<${Heading}>Source</${Heading}>
    <p><a href=${formatRoute(id, 'timeline')}>Back to the timeline</a></p>
    ${item === undefined ? html`<p class="note">The address names no source.</p>` : html`<div class="card"><${SourceReader} key=${item} original=${{ sourceId: item }} /></div>`}`
}
