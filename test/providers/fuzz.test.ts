import { decodeHTML } from 'entities'
import fc from 'fast-check'
import t from 'tap'
import { parseSubtitles } from '#src/research/providers/captions/subtitles.ts'
import { parsePage } from '#src/research/providers/pages/article.ts'
import { filterOwnPosts } from '#src/research/providers/social/items.ts'
import { parseResultPages } from '#src/research/providers/web-search.ts'
import { runInTimeSlices } from '#src/text/time-slices.ts'

const words = fc.constantFrom(
  ...['organ', 'Mara Quill', 'Straße', '1961', '言葉', 'كتاب', '&amp;'],
  ...['&eacute;', '🎹', 'a < b', '"so"', '\u00ad', 'x\u0301'],
)

const text = fc.array(words, { maxLength: 12 }).map((parts) => parts.join(' '))

const element = fc.constantFrom(
  ...'p div b q sup sub article section table tr td ruby rt del ins a-b slot math mfrac mn msup'.split(' '),
  ...'svg title script pre ul li aside'.split(' '),
  'template shadowrootmode=open',
  'time itemprop=datePublished datetime=2024-03-05',
)

const { node } = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    text,
    fc.tuple(element, fc.array(tie('node'), { maxLength: 5 }), fc.boolean()).map(([tag, content, isClosed]) => {
      const name = tag.split(' ')[0]
      return `<${tag}>${content.join('')}${isClosed ? `</${name}>` : ''}`
    }),
    fc.constantFrom(
      ...['<br>', '<br/>', '<![CDATA[x]]>', '<!-- y -->', '<base href="/en/">'],
      '<meta http-equiv=refresh content="0;url=/z">',
    ),
  ),
}))

const page = fc
  .tuple(
    fc.constantFrom(
      '<!doctype html>',
      '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>T</title></head><body>',
      '',
    ),
    fc.array(node, { maxLength: 8 }),
  )
  .map(([head, nodes]) => head + nodes.join(''))

const time = fc.constantFrom('00:00:01,000', '00:01.000', '1:02:03.5', '0:00:02.000', '99:99', '')

const arrow = fc.constantFrom(' --> ', ' -> ', '–>', ' --&gt; ', ',')

const lineEnd = fc.constantFrom('\n', '\r\n', '\r\r\n', '\r', '\n\n')

const line = fc.oneof(
  text,
  fc.tuple(time, arrow, time).map((parts) => parts.join('')),
  fc.tuple(time, text).map(([at, said]) => `[${at}]${said}`),
  text.map((said) => `Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,{\\i1}${said}\\N${said}`),
  text.map((said) => `<p begin="1s"><v Mara>${said}</v></p>`),
  fc.constantFrom(
    ...['1', 'NOTE x', 'STYLE', '[Events]', '<tt><body><div>', '</div></body></tt>', '{"segments":[{"text":"x"}]}'],
  ),
)

const captions = fc
  .tuple(
    fc.constantFrom('WEBVTT\n\n', '', '\uFEFF', '<tt>', '[ti:x]\n', '['),
    fc.array(fc.tuple(line, lineEnd), { maxLength: 30 }),
  )
  .map(([head, lines]) => head + lines.flat().join(''))

/** Bytes of a text set to others; what is no UTF-8 by then is replaced, as a lenient reader would. */
const flipped = (source: fc.Arbitrary<string>) =>
  fc.tuple(source, fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 6 })).map(([whole, flips]) => {
    const bytes = Buffer.from(whole)
    for (const [at, byte] of flips) if (bytes.length > 0) bytes[at % bytes.length] = byte
    return bytes.toString('utf8')
  })

const json = (strings: fc.Arbitrary<string>) =>
  fc.oneof(strings, strings, fc.constantFrom(null, 7, true, [], {}, ['x'], { text: 'x' }))

const [said, broken, address] = [json(text), json(flipped(text)), json(fc.webUrl())]

const item = fc.record(
  {
    ...{ id: said, shortCode: said, desc: said, createdAt: said, createTime: said },
    ...{ caption: broken, fullText: broken, text: broken, url: address, webVideoUrl: address },
    ...{ title: json(flipped(page)), content: json(flipped(page)), transcript: json(flipped(captions)) },
    ownerUsername: fc.constantFrom('mara', '@Mara', null),
    author: fc.constantFrom({ userName: 'mara' }, 'mara', null),
    authorMeta: fc.constant({ name: 'mara' }),
    timestamp: json(fc.constantFrom('2026-02-03T18:20:00Z', '2026-02-30', '')),
  },
  { requiredKeys: [] },
)

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
    fc.asyncProperty(flipped(captions), async (source) => {
      const parsing = parseSubtitles(source)
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
        .map((one) => one.title)
        .flatMap((source) => [String(source ?? ''), decodeHTML(String(source ?? ''))])
      for (const { title } of inTime(() => parseResultPages(items))?.pages ?? []) {
        const foreign = findForeign(title ?? '', ...sources)
        if (foreign !== undefined) throw new Error(`${foreign} in ${title}`)
      }
    }),
    { numRuns, seed },
  )
  t.ok(slowestMs < sliceMaxMs, `${slowestMs} ms`)
})
