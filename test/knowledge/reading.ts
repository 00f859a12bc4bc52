import type { TestContext } from '../support/test-context.ts'

/** The path of a source in the knowledge of an artist, its identity percent-encoded as a client would. */
export const buildSourcePath = (artistId: string, sourceId: string, query = '') =>
  `/api/artist/${artistId}/knowledge/sources/${encodeURIComponent(sourceId)}${query}`

export const buildListPath = (artistId: string, query = '') => `/api/artist/${artistId}/knowledge/sources${query}`

export const buildEvidencePath = (artistId: string, evidenceId: string, query = '') =>
  `/api/artist/${artistId}/research/evidence/${encodeURIComponent(evidenceId)}${query}`

type Caller = { subject: string | null; headers?: Record<string, string> }

/** Reads on from `nextStart` until there is none, and joins the windows. Each must begin where the one before ended. */
export async function readToEnd(
  context: TestContext,
  { subject, headers = {} }: Caller,
  path: string,
  maxChars: number,
) {
  const windows: string[] = []
  for (let start: number | null = 0; start !== null; ) {
    const query: string = `${path.includes('?') ? '&' : '?'}start=${start}&maxChars=${maxChars}`
    const { status, body } = await context.call(subject, 'GET', path + query, undefined, headers)
    if (status !== 200) throw new Error(`A window at ${start} answered ${status}: ${body.error}`)
    const { passage, nextStart, totalChars } = body
    if (passage.start !== start || passage.end !== start + passage.text.length || passage.text.length > maxChars) {
      throw new Error(`A window at ${start} says [${passage.start}, ${passage.end}) of ${passage.text.length}`)
    }
    if ((nextStart ?? totalChars) !== passage.end)
      throw new Error(`The window at ${start} is not where the next begins`)
    windows.push(passage.text)
    start = nextStart
  }
  return windows
}
