import t from 'tap'
import { refusalToQuote } from '#src/text/quotes.ts'
import { toWholeSegment } from '#src/text/windows.ts'

const text = 'She said: "Café is no _method_." 😀 Cafe\u0301 again.'
const fits = (start: number, end: number, quote: string) => refusalToQuote(toWholeSegment(text), { start, end, quote })

t.test('a quote matches when it equals its window, unit for unit, with its marks and accents', async (t) => {
  t.equal(fits(10, 32, '"Café is no _method_."'), undefined)
  t.equal(fits(33, 35, '😀'), undefined)
})

t.test('a window of another length than the quote is refused before the text is read', async (t) => {
  t.equal(fits(11, 16, 'Café'), 'quote_length_differs')
  t.equal(fits(33, 34, '😀'), 'quote_length_differs', 'a pair is two units long')
  t.equal(fits(15, 11, 'Café'), 'quote_length_differs', 'turned round')
})

t.test('a window that leaves the text, splits a pair or is empty cannot be read', async (t) => {
  t.equal(fits(text.length - 2, text.length + 2, 'in.!'), 'window_unreadable')
  t.equal(fits(34, 36, '\ude00 '), 'window_unreadable')
  t.equal(fits(5, 5, ''), 'window_unreadable')
  t.equal(fits(-4, 0, 'Café'), 'window_unreadable')
})

t.test('any difference of the units is a mismatch, also where a reader sees none', async (t) => {
  t.equal(fits(11, 15, 'café'), 'quote_differs')
  t.equal(fits(36, 41, 'Caf\u00e9 '), 'quote_differs', 'composed against decomposed')
  t.equal(fits(10, 11, '“'), 'quote_differs')
  const angstrom = { start: 0, end: 1, quote: '\u00c5' }
  t.equal(
    refusalToQuote(toWholeSegment('\u212bngström'), angstrom),
    'quote_differs',
    'equal once normalised, and as long',
  )
})
