import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import t from 'tap'
import { findOccurrences } from '#src/text/occurrence.ts'
import { fromUtf16, toUtf16 } from '#src/text/utf16.ts'
import { keepIfWindow, refusalToQuote, sliceExactly, toPage } from '#src/text/windows.ts'
import { holds } from './holds.ts'
import { type Random, randomFrom, seed } from './seed.ts'
import { anyText, listWholeOffsets } from './strings.ts'

/** What the service reads: the units of the window, cut out of the stored bytes as PostgreSQL cuts them. */
const read = (text: string, start: number, end: number) => fromUtf16(toUtf16(text).subarray(2 * start, 2 * end))

/** Offsets before, in, at the end of and past the text; start = end and reversed windows are among them. */
function anyOffset(random: Random, text: string): number {
  return random.below(text.length + 4) - 1
}

t.test('of 100,000 windows exactly those have a slice whose edges are whole, inside and in order', async (t) => {
  t.comment(`SEED=${seed}`)
  const random = randomFrom(seed)
  const seen = { windows: 0, insidePair: 0, pastTheEnd: 0, empty: 0 }
  let wrong: unknown
  for (let n = 0; n < 100_000 && wrong === undefined; n++) {
    const text = anyText(random)
    const [start, end] = [anyOffset(random, text), anyOffset(random, text)]
    const whole = new Set(listWholeOffsets(text))
    const expected = whole.has(start) && whole.has(end) && start < end ? text.substring(start, end) : undefined
    if (expected !== undefined) seen.windows++
    else if (end > text.length) seen.pastTheEnd++
    else if (start === end) seen.empty++
    else if (start >= 0 && end >= 0 && (!whole.has(start) || !whole.has(end))) seen.insidePair++
    const kept = start >= 0 && end >= start ? keepIfWindow(read(text, start, end), end - start) : expected
    if (sliceExactly(text, start, end) !== expected || kept !== expected) wrong = { text, start, end, expected, kept }
  }
  t.equal(wrong, undefined, 'no window differs from its reference slice')
  t.ok(Math.min(...Object.values(seen)) > 1_000, `every kind occurred: ${JSON.stringify(seen)}`)
})

t.test('of 20,000 pages each begins and ends at whole offsets, the furthest in its room', async (t) => {
  const random = randomFrom(seed)
  let wrong: unknown
  for (let n = 0; n < 20_000 && wrong === undefined; n++) {
    const text = anyText(random)
    const [start, maxChars] = [random.below(text.length + 1), 2 + random.below(6)]
    const whole = listWholeOffsets(text)
    const end = whole.findLast((offset) => offset <= start + maxChars) ?? 0
    const page = { start, end, text: text.slice(start, end), nextStart: end < text.length ? end : null }
    const expected = whole.includes(start) ? page : undefined
    const found = toPage(read(text, start, start + maxChars), start, text.length)
    if (!isDeepStrictEqual(found, expected)) wrong = { text, start, maxChars, expected, found }
  }
  t.equal(wrong, undefined, 'no page differs from its reference')
})

t.test('offsets that are not whole numbers have no window', async (t) => {
  for (const start of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
    t.equal(sliceExactly('abcdef', start, 3), undefined, `start ${start}`)
    t.equal(sliceExactly('abcdef', 0, start), undefined, `end ${start}`)
  }
})

/** Of two letters, so that beginnings of the pattern are repeated in it and in the text. */
const letters = (minLength: number, maxLength: number) =>
  fc.array(fc.constantFrom('a', 'b'), { minLength, maxLength }).map((all) => all.join(''))

t.test('the occurrences are those that the engine finds', async (t) => {
  holds(
    t,
    fc.property(letters(1, 8), letters(0, 60), (pattern, text) => {
      const found = Array.from(text, (_, at) => at).filter((at) => text.startsWith(pattern, at))
      return [...findOccurrences(pattern, text)].join() === found.join()
    }),
    2_000,
  )
})

t.test('any difference of the units is a mismatch, also where a reader sees none', async (t) => {
  for (const [text, quote] of Object.entries({ Café: 'café', 'Cafe\u0301': 'Café ', '"': '“', '\u212b': '\u00c5' }))
    t.equal(refusalToQuote(text, { start: 0, end: quote.length, quote }), 'quote_differs', quote)
})
