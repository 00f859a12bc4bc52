import { call } from '../api/call.ts'
import { RequestError } from '../api/request-error.ts'
import { nameSource } from './source-name.ts'

/** A window of a text around or after a place, whatever kind of text it is. */
export type DisplayedWindow = {
  title: string
  revision: string
  start: number
  end: number
  text: string
  totalChars: number
  url: string | null
  note: string | null
}

export type WindowTarget = { sourceId: string; revision?: string | undefined; isFound?: boolean }

const windowChars = 6_000

/** Reads a window of a source that may be cited, or of something found that waits for a review. */
export async function readWindow(
  id: string,
  { sourceId, revision, isFound }: WindowTarget,
  start: number,
): Promise<DisplayedWindow> {
  const query = { start, maxChars: windowChars, ...(revision === undefined ? {} : { revision }) }
  const read = isFound ? readFound : readSource
  return await read(id, sourceId, query).catch((error) => {
    // A start inside a surrogate pair is refused, which the caller cannot know beforehand.
    if (!(error instanceof RequestError) || error.status !== 400 || start === 0) throw error
    return read(id, sourceId, { ...query, start: start - 1 })
  })
}

type Query = { start: number; maxChars: number; revision?: string }

async function readSource(id: string, sourceId: string, query: Query): Promise<DisplayedWindow> {
  const { passage, totalChars, version } = await call('readArtistSource', {
    path: { id, sourceId },
    query: { ...query, includeVersion: true },
  })
  const { source, revision, start, end, text } = passage
  const note = version?.state === 'historical' ? 'An earlier version of this text; it has changed since.' : null
  return { title: nameSource(source), revision, start, end, text, totalChars, url: source.url, note }
}

async function readFound(id: string, evidenceId: string, query: Query): Promise<DisplayedWindow> {
  const { passage, totalChars } = await call('readResearchEvidence', { path: { id, evidenceId }, query })
  const { revision, start, end, text, url, curation } = passage
  const note = curation === 'pending' ? 'Found by research; not reviewed yet.' : null
  return { title: 'What was found', revision, start, end, text, totalChars, url: url ?? null, note }
}
