import { decodeHTML } from 'entities'
import fc from 'fast-check'
import t from 'tap'
import { parseSubtitles } from '#src/research/providers/captions/subtitles.ts'
import { parsePage } from '#src/research/providers/pages/article.ts'
import { filterOwnPosts } from '#src/research/providers/social/items.ts'
import { parseResultPages } from '#src/research/providers/web-search.ts'
import { runInTimeSlices } from '#src/text/time-slices.ts'
import { captions, flipped, item, page } from './fuzz-inputs.ts'

/*
 * Pages, caption files, posts and search results as their specifications have them, with some bytes flipped: nothing
 * throws, nothing holds the event loop, and no letter comes out that did not go in.
 */

/** Of each of the four; `FUZZ_RUNS=25000` is the whole of it. */
const numRuns = Number(process.env.FUZZ_RUNS ?? 150)
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)
t.comment(`SEED=${seed} FUZZ_RUNS=${numRuns}`)
t.setTimeout(3_600_000)

/** Milliseconds of work without a pause, in processor time of this thread: others may run beside it. */
const sliceMaxMs = 50

/** How often each letter occurs. */
function countLetters(source: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const letter of source.match(/\p{L}/gu) ?? []) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  return counts
}

/** The first letter of a text that its source does not hold as often; a half character reference stays one. */
function findForeign(result: string, ...source: string[]): string | undefined {
  const held = countLetters(source.join('\n'))
  for (const [letter, times] of countLetters(result)) if (times > (held.get(letter) ?? 0)) return letter
  return undefined
}

let slowestMs = 0
function inTime<T>(work: () => T): T {
  const started = process.threadCpuUsage()
  const result = work()
  const { user, system } = process.threadCpuUsage(started)
  slowestMs = Math.max(slowestMs, (user + system) / 1_000)
  return result
}

t.test('pages', async (t) => {
  const mediaTypes = fc.constantFrom('text/html', 'application/xhtml+xml', 'application/xml')
  fc.assert(
    fc.property(flipped(page), mediaTypes, (source, mediaType) => {
      const read = parsePage(source, { mediaType, address: 'https://a.example/' })
      if (read === undefined || read === 'challenge' || 'refresh' in read) return
      const foreign = findForeign(read.text, source, decodeHTML(source))
      if (foreign !== undefined) throw new Error(`${foreign} in ${JSON.stringify(read.text)}`)
    }),
    { numRuns, seed },
  )
  t.pass()
})

t.test('caption files', async (t) => {
  const never = new AbortController().signal
  await fc.assert(
    fc.asyncProperty(flipped(captions), fc.constantFrom(null, 'srt', 'webvtt', 'json'), async (source, form) => {
      const parsing = parseSubtitles(source, form as null)
      const read = await runInTimeSlices(
        (function* () {
          for (;;) {
            const step = inTime(() => parsing.next())
            if (step.done === true) return step.value
            yield
          }
        })(),
        never,
      )
      if (typeof read === 'string') return
      const foreign = findForeign(read.text, source, decodeHTML(decodeHTML(source)))
      if (foreign !== undefined) throw new Error(`${foreign} in ${JSON.stringify(read)}`)
    }),
    { numRuns, seed },
  )
  t.ok(slowestMs < sliceMaxMs, `${slowestMs} ms`)
})

t.test('posts and search results', async (t) => {
  slowestMs = 0
  const platforms = fc.constantFrom('instagram' as const, 'tiktok' as const, 'x' as const)
  fc.assert(
    fc.property(fc.array(item, { maxLength: 5 }), platforms, (items, platform) => {
      for (const { caption } of inTime(() => filterOwnPosts({ platform, handle: 'mara' }, items))) {
        const sources = items.flatMap((one) => [one.caption, one.fullText, one.text, one.desc])
        const foreign = findForeign(caption, ...sources.map((source) => String(source ?? '')))
        if (foreign !== undefined) throw new Error(`${foreign} in ${caption}`)
      }
    }),
    { numRuns, seed },
  )
  fc.assert(
    fc.property(fc.array(item, { maxLength: 5 }), (items) => {
      const sources = items
        .flatMap((one) => [one.title, one.content])
        .flatMap((source) => [String(source ?? ''), decodeHTML(String(source ?? ''))])
      for (const { title, snippet } of inTime(() => parseResultPages(items, { url: 'url', snippet: 'content' })) ??
        []) {
        const foreign = findForeign(title ?? '', ...sources) ?? findForeign(snippet ?? '', ...sources)
        if (foreign !== undefined) throw new Error(`${foreign} in ${title} ${snippet}`)
      }
    }),
    { numRuns, seed },
  )
  t.ok(slowestMs < sliceMaxMs, `${slowestMs} ms`)
})
