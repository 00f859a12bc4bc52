import { isProblemError } from '../../../typescript/index.ts'
import { client, type Schemas } from '../api/index.ts'
import { nameSource } from './source-name.tsx'

/** A text that can be read: a source that may be quoted, something that was found, or an answer. */
export type Original = { kind: 'source' | 'found' | 'answer'; id: string; revision?: string | undefined }

/** A window of a text. */
export type TextWindow = {
  title: string
  source?: Schemas['Source']
  revision: string
  start: number
  end: number
  text: string
  totalChars: number
  url: string | null
  note: string | null
}

export const readerWindowChars = 6_000

/** Reads a window of a text. A start inside a surrogate pair is refused, which no caller can know beforehand. */
export async function readWindow(artistId: string, original: Original, start: number): Promise<TextWindow> {
  const read = readers[original.kind]
  const pin = original.revision === undefined ? {} : { revision: original.revision }
  return await read(artistId, original.id, { ...pin, start }).catch((error: unknown) => {
    if (!isProblemError(error, 'invalid_request') || start === 0) throw error
    return read(artistId, original.id, { ...pin, start: start - 1 })
  })
}

type Window = { start: number; revision?: string }
type Reader = (id: string, textId: string, window: Window) => Promise<TextWindow>

const readers: Record<Original['kind'], Reader> = {
  source: async (id, sourceId, window) => {
    const query = { ...window, maxChars: readerWindowChars, includeVersion: true }
    const { passage, totalChars, version } = await client.call('readArtistSource', { path: { id, sourceId }, query })
    const { source } = passage
    const note = version?.state === 'historical' ? 'An earlier version of this text; it has changed since.' : null
    return { ...passage, title: nameSource(source), totalChars, url: source.url, note }
  },
  found: async (id, evidenceId, window) => {
    const query = { ...window, maxChars: readerWindowChars }
    const { passage, totalChars } = await client.call('readResearchEvidence', { path: { id, evidenceId }, query })
    const isPending = passage.curation === 'pending'
    const note = isPending ? 'This was found by research; you have not decided about it yet.' : null
    return { ...passage, title: 'What was found', totalChars, url: passage.url ?? null, note }
  },
  answer: async (id, answerId, { revision }) => {
    const query = revision === undefined ? {} : { revision }
    const { response, isCurrent } = await client.call('readInterviewResponse', { path: { id, answerId }, query })
    const { answer: text, question: title, revision: read } = response
    const note = isCurrent ? null : 'An earlier wording of this answer.'
    return { title, revision: read, start: 0, end: text.length, text, totalChars: text.length, url: null, note }
  },
}

/** The text that a citation quotes. */
export function toOriginal(reference: Schemas['Reference'] | Schemas['LoreReference']): Original {
  const { revision } = reference
  if (reference.kind === 'answer') return { kind: 'answer', id: reference.entryId, revision }
  const { sourceId: id } = reference
  return { kind: id.startsWith('discovery:') ? 'found' : 'source', id, revision }
}
