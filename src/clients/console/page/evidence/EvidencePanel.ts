import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Schemas } from '../api/shapes.ts'
import { useLoad } from '../api/use-load.ts'
import { useArtist, useArtistName } from '../artist.ts'
import { html } from '../html.ts'
import type { TextRange } from '../text/windows.ts'
import { Search } from './Search.ts'
import { type CitedOriginal, SourceReader } from './SourceReader.ts'
import { readSources, Sources } from './Sources.ts'
import { StartingPoints } from './StartingPoints.ts'
import { findStartingPoints } from './starting-points.ts'

type Opened = { sourceId: string; revision?: string; marked?: TextRange }

type Props = { sitting: number; cited: Schemas['Reference'][]; onCite: (reference: CitedOriginal) => void }

/**
 * Finding, reading and citing the artist's approved texts. The results of a search stay while a source is read. `cited`
 * is what the questions of the sitting cite already.
 */
export function EvidencePanel({ sitting, cited, onCite }: Props) {
  const id = useArtist()
  const name = useArtistName()
  const load = useLoad(() => readSources(id), [id])
  const points = useMemo(
    () => findStartingPoints(load.data?.sources ?? [], cited, sitting, name),
    [load.data, JSON.stringify(cited), sitting, name],
  )
  const [opened, setOpened] = useState<Opened>()
  const opener = useRef<HTMLElement>(null)
  const back = useRef<HTMLButtonElement>(null)
  const open = (original: Opened) => {
    opener.current = document.activeElement as HTMLElement
    setOpened(original)
  }
  useEffect(() => {
    if (opened !== undefined) back.current?.focus()
    else opener.current?.focus()
  }, [opened])
  return html`<section class="evidence card" aria-labelledby="evidence-title">
    <h2 id="evidence-title">Evidence</h2>
    <p class="hint">The collected texts by and about ${name}. A question is about words in them.</p>
    <div hidden=${opened !== undefined}><${Search} onOpen=${open} onCite=${onCite} />
      <${StartingPoints} points=${points} onCite=${onCite} onOpen=${open} />
      <${Sources} load=${load} onOpen=${open} /></div>
    ${
      opened &&
      html`<button type="button" class="quiet" ref=${back} onClick=${() => setOpened(undefined)}>← All evidence</button>
        <${SourceReader} original=${opened} marked=${opened.marked} onCite=${onCite} />`
    }
  </section>`
}
