import { isProblemError } from '../../../typescript/index.ts'
import { client, type Schemas } from '../api/client.ts'
import { nameSource } from './source-name.tsx'

/** A text that can be read: a source that may be quoted, something that was found, or an answer. */
export type Original =
  | { kind: 'source'; id: string; revision?: string | undefined }
  | { kind: 'found'; id: string; revision?: string | undefined }
  | { kind: 'answer'; id: string; revision?: string | undefined }

/** A window of a text. */
export type TextWindow = {
  title: string
  source: Schemas['Source'] | undefined
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
  try {
    return await readers[original.kind](artistId, original, start)
  } catch (error) {
    if (!isProblemError(error, 'invalid_request') || start === 0) throw error
    return await readers[original.kind](artistId, original, start - 1)
  }
}

type Reader = (artistId: string, original: Original, start: number) => Promise<TextWindow>

const pin = ({ revision }: Original) => (revision === undefined ? {} : { revision })

const readers: Record<Original['kind'], Reader> = {
  source: async (id, original, start) => {
    const query = { start, maxChars: readerWindowChars, includeVersion: true, ...pin(original) }
    const path = { id, sourceId: original.id }
    const { passage, totalChars, version } = await client.call('readArtistSource', { path, query })
    const { source, revision, end, text } = passage
    const note = version?.state === 'historical' ? 'An earlier version of this text; it has changed since.' : null
    return {
      title: nameSource(source),
      source,
      revision,
      start: passage.start,
      end,
      text,
      totalChars,
      url: source.url,
      note,
    }
  },
  found: async (id, original, start) => {
    const query = { start, maxChars: readerWindowChars, ...pin(original) }
    const path = { id, evidenceId: original.id }
    const { passage, totalChars } = await client.call('readResearchEvidence', { path, query })
    const { revision, end, text, url, curation } = passage
    const note = curation === 'pending' ? 'This was found by research; you have not decided about it yet.' : null
    const at = { start: passage.start, end, text, totalChars }
    return { title: 'What was found', source: undefined, revision, ...at, url: url ?? null, note }
  },
  answer: async (id, original) => {
    const path = { id, answerId: original.id }
    const { response, isCurrent } = await client.call('readInterviewResponse', { path, query: pin(original) })
    const { answer: text, question: title, revision } = response
    const note = isCurrent ? null : 'An earlier wording of this answer.'
    const at = { start: 0, end: text.length, text, totalChars: text.length }
    return { title, source: undefined, revision, ...at, url: null, note }
  },
}

/** The text that a citation quotes. */
export const toOriginal = (reference: Schemas['Reference'] | Schemas['LoreReference']): Original =>
  reference.kind === 'answer'
    ? { kind: 'answer', id: reference.entryId, revision: reference.revision }
    : reference.sourceId.startsWith('discovery:')
      ? { kind: 'found', id: reference.sourceId, revision: reference.revision }
      : { kind: 'source', id: reference.sourceId, revision: reference.revision }
