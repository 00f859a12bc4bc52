import { getOperation } from '#src/contract/document.ts'
import type { Output } from '../../typescript/operation-types.ts'
import type { Exchange } from '../call.ts'
import type { CheckContext } from '../check.ts'
import { describeDifference } from '../expect.ts'

const sourcesMax = 4
/** Code units of a source that are read in small windows. */
const readMax = 30_000

/** Sources read in windows of several sizes give the same text, by both operations that read one. */
export async function checkWindows(context: CheckContext): Promise<void> {
  const list = await context.call('listArtistSources', 'the sources', { query: { limit: 20 } })
  const sources = (list.json.sources ?? []).filter(({ extraction }) => extraction.storedChars > 0)
  if (sources.length === 0) return context.skip(getOperation('readArtistSource'), 'the artist has no readable source')
  for (const { sourceId } of sources.slice(0, sourcesMax)) {
    const large = await readWhole(context, 'readArtistSource', sourceId, 20_000)
    if (large === undefined) continue
    for (const [id, maxChars] of [['readArtistSource', 1_000] as const, ['readResearchEvidence', 4_000] as const]) {
      const text = await readWhole(context, id, sourceId, maxChars)
      if (text !== undefined && text !== large.slice(0, text.length))
        context.report(getOperation(id), `${sourceId} in windows of ${maxChars}`, describeDifference(large, text))
    }
  }
  await checkSearch(context)
}

type Reading = Exchange<Partial<Output<'readArtistSource' | 'readResearchEvidence'>>>

/** The text joined from its windows, up to a bound; undefined where it cannot be read. */
async function readWhole(
  { call }: CheckContext,
  id: 'readArtistSource' | 'readResearchEvidence',
  identity: string,
  maxChars: number,
): Promise<string | undefined> {
  let text = ''
  let revision: string | undefined
  for (let start: number | null = 0; start !== null && text.length < readMax; ) {
    const path = { sourceId: identity, evidenceId: identity }
    const query = { start, maxChars, revision }
    const read: Reading = await call(id, `${identity} from ${start}, maxChars ${maxChars}`, { path, query })
    if (read.status !== 200) return undefined
    const { passage, totalChars, nextStart = null } = read.json
    if (passage?.start !== start) {
      read.report(`the window begins at ${passage?.start}`)
      return undefined
    }
    text += passage.text
    revision = passage.revision
    if (passage.text.length > maxChars) read.report(`${passage.text.length} code units are more than asked for`)
    if (nextStart === null ? text.length !== totalChars : nextStart !== text.length)
      read.report(`nextStart is ${nextStart} after ${text.length} of ${totalChars} code units`)
    start = (nextStart ?? 0) > start ? nextStart : null
  }
  return text
}

/** A passage that a search finds is an exact part of its source. */
async function checkSearch({ call, report }: CheckContext): Promise<void> {
  for (const query of ['the', 'music', 'house']) {
    const found = await call('searchArtistEvidence', `query ${query}`, { query: { query } })
    for (const { source, revision, start, end, text } of found.json.passages ?? []) {
      const { sourceId } = source
      const window = { start, maxChars: Math.max(end - start, 1_000), revision, includeVersion: true }
      const input = `${sourceId} from ${start}, maxChars ${window.maxChars}`
      const { passage } = (await call('readArtistSource', input, { path: { sourceId }, query: window })).json
      // A window that is not whole was reported with the read, and says nothing about the search.
      if (passage === undefined || passage.text.length !== passage.end - passage.start) continue
      const stored = passage.text.slice(0, end - start)
      if (stored !== text)
        report(found.operation, `${found.input}, ${sourceId} [${start}, ${end})`, describeDifference(stored, text))
    }
  }
}
