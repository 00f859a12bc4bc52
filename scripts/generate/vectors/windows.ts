import { findFlaw } from '#src/text/wellformed.ts'
import { nextWindow, refusalToQuote, sliceExactly, toWholeSegment } from '#src/text/windows.ts'
import { texts, toUnits } from './texts.ts'

/** Every window of every text, so that what is not listed is refused. */
export const buildWindowVectors = () =>
  texts.map(({ name, text }) => {
    const bounds = Array.from({ length: text.length + 2 }, (_, at) => at)
    const windows = bounds.flatMap((start) =>
      bounds.flatMap((end) => {
        const quote = sliceExactly(text, start, end)
        return quote === undefined ? [] : [{ start, end, quote: toUnits(quote) }]
      }),
    )
    const utf8 = text.isWellFormed() ? Buffer.from(text, 'utf8').toString('hex') : null
    return { name, units: toUnits(text), length: text.length, utf8, storable: findFlaw(text) === undefined, windows }
  })

/** A text read from its beginning to its end in windows of at most `maxChars` units. */
export const buildPageVectors = () =>
  texts.flatMap(({ name, text }) =>
    [2, 3, 100].map((maxChars) => ({ text: toUnits(text), name, maxChars, pages: splitPages(text, maxChars) })),
  )

function splitPages(text: string, maxChars: number): { start: number; end: number }[] {
  const pages: { start: number; end: number }[] = []
  for (let from: number | null = 0; from !== null; ) {
    const page = nextWindow(toWholeSegment(text), from, maxChars)
    if (page === undefined) throw new RangeError('A text could not be read to its end')
    pages.push({ start: page.start, end: page.end })
    from = page.nextStart
  }
  return pages
}

/** A quote and the window that it claims: refused for the first of these reasons that applies, in this order. */
export const buildQuoteVectors = () =>
  [
    { text: 'caf\u00e9 noir', start: 0, end: 4, quote: 'caf\u00e9' },
    { text: 'caf\u00e9 noir', start: 0, end: 5, quote: 'cafe\u0301' },
    { text: 'cafe\u0301 noir', start: 0, end: 5, quote: 'cafe\u0301' },
    { text: 'cafe\u0301 noir', start: 0, end: 4, quote: 'caf\u00e9' },
    { text: 'a\u{1f600}b', start: 1, end: 3, quote: '\u{1f600}' },
    { text: 'a\u{1f600}b', start: 1, end: 2, quote: '\u{1f600}' },
    { text: 'a\u{1f600}b', start: 2, end: 4, quote: '\ude00b' },
    { text: 'one\r\ntwo', start: 0, end: 8, quote: 'one\r\ntwo' },
    { text: 'one\r\ntwo', start: 0, end: 7, quote: 'one\ntwo' },
    { text: 'one two', start: 0, end: 4, quote: 'one ' },
    { text: 'one two', start: 0, end: 3, quote: 'One' },
    { text: 'one two', start: 4, end: 8, quote: 'two ' },
    { text: 'one two', start: 3, end: 3, quote: '' },
  ].map((vector) => {
    const refusal = refusalToQuote(toWholeSegment(vector.text), vector) ?? null
    return { ...vector, text: toUnits(vector.text), quote: toUnits(vector.quote), refusal }
  })
