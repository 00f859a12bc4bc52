import t from 'tap'
import { refusalToQuote, toWholeSegment } from '#src/text/windows.ts'

const text = 'She said: "Café is no _method_." 😀 Cafe\u0301 again.'
const fits = (start: number, end: number, quote: string) => refusalToQuote(toWholeSegment(text), { start, end, quote })

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
