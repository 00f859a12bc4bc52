import t from 'tap'
import { matchTerms } from '#src/evidence/search/match.ts'
import { parseQuery } from '#src/evidence/search/parse-query.ts'
import { rank } from '#src/evidence/search/rank.ts'
import { cutSegment, type SegmentStart, segmentCharsMax } from '#src/evidence/search/segments.ts'
import { runAtOnce } from '#src/text/time-slices.ts'

/** The index of one text. */
function indexText(text: string) {
  const postings = []
  let place: SegmentStart = { number: 0, start: 0, firstSentence: 0 }
  while (place.start < text.length) {
    const segment = runAtOnce(cutSegment(text.slice(place.start, place.start + segmentCharsMax), place))
    postings.push(
      ...segment.entries.map((entry) => ({
        source_id: 'vault:one',
        revision: '',
        segment: segment.number,
        total: entry.sentences.length,
        ...entry,
      })),
    )
    place = segment.next
  }
  return { postings, sentences: place.firstSentence }
}

/** Milliseconds of this process's own processor time, independent of the machine's load. */
function measureCpuMs(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

// One request that blocks the event loop delays every other caller.
for (const refrain of ['la na ', "l'n'"]) {
  t.test(`a refrain of ${refrain.trim()} is ranked quickly, however often the query repeats it`, (t) => {
    const { postings, sentences } = indexText(refrain.repeat(50_000 / refrain.length))
    const query = parseQuery(refrain.replaceAll("'", ' ').repeat(500).slice(0, 500), 'Mara Quill')
    const ms = measureCpuMs(() =>
      t.ok(runAtOnce(rank(query, runAtOnce(matchTerms(query, postings)), sentences)).length > 100),
    )
    t.ok(ms < 3_000, `took ${Math.round(ms)} ms of the processor`)
    t.end()
  })
}
