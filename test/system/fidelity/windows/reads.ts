import type { Random } from '../../../text/seed.ts'
import type { HttpClient } from '../../http-client.ts'
import type { Differences } from '../differences.ts'
import { type StoredText, sliceWindow, type Window } from './texts.ts'

/** The greatest `start` and `end` of an evidence read (contract). */
const offsetMax = 4_000_000

export type Read = (stored: StoredText, window: Window) => Promise<void>

/** The reads of windows over HTTP. Each compares the response with a slice of the stored text. */
export function createReads({ send }: HttpClient, artistId: string, random: Random, { differ }: Differences) {
  const base = `/api/artist/${artistId}`
  const compare = async (path: string, expected: unknown, read: (body: never) => unknown) => {
    const { status, body } = await send('GET', path)
    differ(
      path,
      JSON.stringify(expected),
      JSON.stringify(status === 200 ? read(body as never) : formatRefusal(status, body)),
    )
  }

  /** Both edges are given: the window is found, or 404. */
  const relocate: Read = (stored, { start, end }) => {
    const { sourceId, revision } = stored
    const path = `${base}/research/references/relocate?${new URLSearchParams({ cited: sourceId, revision, start: `${start}`, end: `${end}` })}`
    const quote = sliceWindow(stored, { start, end })
    const points = quote === undefined ? 0 : Array.from(quote).length
    const reference = { start, end, quote }
    return compare(
      path,
      points >= 8 && points <= 1_600 ? reference : findRefusal({ start, end }),
      ({ reference: came }: RelocationBody) =>
        came === null ? null : { start: came.start, end: came.end, quote: came.quote },
    )
  }

  /** The beginning and a length are given: as long as allowed, one unit shorter before a pair. */
  const page = (path: (sourceId: string) => string, least: number, most: number): Read => {
    return (stored, { start }) => {
      const maxChars = least + random.below(random.pick([3, most - least + 1]))
      return compare(
        `${path(stored.sourceId)}?start=${start}&maxChars=${maxChars}`,
        computePage(stored, start, maxChars),
        viewReportedPage,
      )
    }
  }
  return {
    relocate,
    readArtistSource: page((id) => `${base}/knowledge/sources/${encodeURIComponent(id)}`, 1_000, 20_000),
    readResearchEvidence: page((id) => `${base}/research/evidence/${encodeURIComponent(id)}`, 256, 12_000),
  }
}

type RelocationBody = { reference: { start: number; end: number; quote: string } | null }
type PageBody = { passage: { start: number; end: number; text: string }; totalChars: number; nextStart: number | null }

const viewReportedPage = ({ passage: { start, end, text }, totalChars, nextStart }: PageBody) => ({
  start,
  end,
  text,
  totalChars,
  nextStart,
})

/** A refusal has to name its field: a wrong start differs from everything else. */
const formatRefusal = (status: number, { code, error }: { code: string; error: string }) =>
  `${status} ${code}${error.startsWith('query.start: ') ? ' of query.start' : ''}`

function findRefusal({ start, end }: Window): string {
  if (start > offsetMax) return '400 invalid_request of query.start'
  return end > offsetMax || end < 1 ? '400 invalid_request' : '404 not_found'
}

function computePage({ text, isWhole }: StoredText, start: number, maxChars: number) {
  if (start > text.length || !isWhole(start)) return '400 invalid_request of query.start'
  const furthest = Math.min(text.length, start + maxChars)
  const end = isWhole(furthest) ? furthest : furthest - 1
  return {
    start,
    end,
    text: text.substring(start, end),
    totalChars: text.length,
    nextStart: end < text.length ? end : null,
  }
}
