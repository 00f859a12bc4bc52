import { useEffect, useRef, useState } from 'preact/hooks'
import { html } from '../html.ts'
import type { TextRange } from '../text/windows.ts'
import { Search } from './Search.ts'
import { type CitedOriginal, SourceReader } from './SourceReader.ts'
import { Sources } from './Sources.ts'

type Opened = { sourceId: string; revision?: string; marked?: TextRange }

/**
 * Finding and reading the artist's approved texts; with `onCite` a passage can be marked in them. What was searched
 * stays behind what is read.
 */
export function EvidencePanel({ onCite }: { onCite?: (reference: CitedOriginal) => void }) {
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
    <div hidden=${opened !== undefined}><${Search} onOpen=${open} /><${Sources} onOpen=${open} /></div>
    ${
      opened &&
      html`<button type="button" class="quiet" ref=${back} onClick=${() => setOpened(undefined)}>← All evidence</button>
        <${SourceReader} original=${opened} marked=${opened.marked} onCite=${onCite} />`
    }
  </section>`
}
