import type { Check, CheckContext } from '../check.ts'
import { getOperation } from '../operations.ts'

type Passage = { start: number; end: number; text: string; revision: string }
type Reading = { passage: Passage; totalChars: number; nextStart: number | null }

const sourcesMax = 4
/** Code units of a source that are read in small windows. */
const readMax = 30_000

/** Sources read in windows of several sizes give the same text, by both operations that read one. */
export const checkWindows: Check = {
  name: 'windows of sources',
  signedIn: true,
  async run(context) {
    const { artist, send, skip } = context
    const list = await send({
      ...{ operation: getOperation('listArtistSources'), path: { id: artist }, query: { limit: 20 } },
      input: 'the sources',
    })
    const sources = ((list.json.sources ?? []) as { sourceId: string; extraction: { storedChars: number } }[]).filter(
      ({ extraction }) => extraction.storedChars > 0,
    )
    if (sources.length === 0) return skip(getOperation('readArtistSource'), 'the artist has no readable source')
    for (const { sourceId } of sources.slice(0, sourcesMax)) await readAlike(context, sourceId)
    await checkSearch(context)
  },
}

async function readAlike(context: CheckContext, sourceId: string): Promise<void> {
  const operation = getOperation('readArtistSource')
  const large = await readWhole(context, 'readArtistSource', sourceId, 20_000)
  const small = await readWhole(context, 'readArtistSource', sourceId, 1_000)
  const evidence = await readWhole(context, 'readResearchEvidence', sourceId, 4_000)
  if (large === undefined) return
  const compare = (text: string | undefined, input: string, one = operation) => {
    if (text !== undefined && text !== large.slice(0, text.length))
      context.report(one, input, describeDifference(large, text))
  }
  compare(small, `${sourceId} in windows of 1000`)
  compare(evidence, `${sourceId} in windows of 4000`, getOperation('readResearchEvidence'))
}

/** The text joined from its windows, up to a bound; undefined where it cannot be read. */
async function readWhole(
  context: CheckContext,
  id: 'readArtistSource' | 'readResearchEvidence',
  identity: string,
  maxChars: number,
): Promise<string | undefined> {
  const { artist, send, report } = context
  const operation = getOperation(id)
  const path = { id: artist, sourceId: identity, evidenceId: identity }
  let text = ''
  let revision: string | undefined
  for (let start: number | null = 0; start !== null && text.length < readMax; ) {
    const input = `${identity} from ${start}, maxChars ${maxChars}`
    const query = { start, maxChars, ...(revision !== undefined && { revision }) }
    const { status, json } = await send({ operation, path, query, input })
    if (status !== 200) return undefined
    const { passage, totalChars, nextStart } = json as Reading
    if (passage === undefined || passage.start !== start) {
      report(operation, input, `the window begins at ${passage?.start}`)
      return undefined
    }
    text += passage.text
    revision = passage.revision
    if (passage.text.length > maxChars)
      report(operation, input, `${passage.text.length} code units are more than asked for`)
    if (nextStart === null ? text.length !== totalChars : nextStart !== text.length)
      report(operation, input, `nextStart is ${nextStart} after ${text.length} of ${totalChars} code units`)
    start = nextStart !== null && nextStart > start ? nextStart : null
  }
  return text
}

/** A passage that a search finds is an exact part of its source. */
async function checkSearch({ artist, send, report }: CheckContext): Promise<void> {
  const operation = getOperation('searchArtistEvidence')
  for (const query of ['the', 'music', 'house']) {
    const { json } = await send({ operation, path: { id: artist }, query: { query }, input: `query ${query}` })
    for (const { source, revision, start, end, text } of (json.passages ?? []) as (Passage & {
      source: { sourceId: string }
    })[]) {
      const path = { id: artist, sourceId: source.sourceId }
      const window = { start, maxChars: Math.max(end - start, 1_000), revision, includeVersion: true }
      const read = await send({
        operation: getOperation('readArtistSource'),
        path,
        query: window,
        input: `${source.sourceId} from ${start}, maxChars ${window.maxChars}`,
      })
      const { passage } = read.json as { passage?: Passage }
      // A window that is not whole was reported with the read, and says nothing about the search.
      const isWhole = passage !== undefined && passage.text.length === passage.end - passage.start
      const stored = passage?.text.slice(0, end - start) ?? ''
      if (isWhole && stored !== text)
        report(operation, `query ${query}, ${source.sourceId} [${start}, ${end})`, describeDifference(stored, text))
    }
  }
}

/** Where two texts differ, in code units. */
export function describeDifference(expected: string, actual: string): string {
  let at = 0
  while (at < expected.length && expected[at] === actual[at]) at += 1
  const show = (text: string) => escapeUnits(JSON.stringify(text.slice(at, at + 12)))
  return `the text differs at ${at}: ${show(actual)}, not ${show(expected)} (${actual.length} code units, not ${expected.length})`
}

/** Everything but ASCII by its code units, since many look alike or like nothing. */
const escapeUnits = (text: string) =>
  text.replaceAll(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
