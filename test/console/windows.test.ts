import fc from 'fast-check'
import t from 'tap'
import { extractToken } from '#src/clients/console/page/api/token.ts'
import { splitLore } from '#src/clients/console/page/lore/passages.ts'
import {
  countCodePoints,
  explainInvalidQuote,
  findSentenceRanges,
  normalizeRange,
  splitAtRanges,
} from '#src/clients/console/page/text/windows.ts'
import { findWordChanges } from '#src/clients/console/page/text/word-changes.ts'

const words = fc.array(fc.constantFrom('the', 'old', 'bell', ' ', '  ', '\n', '.', '🔔')).map((all) => all.join(''))
const text = fc.string({ unit: 'grapheme', minLength: 0, maxLength: 60 })

t.test('a marked window never cuts a character and never has white space at its ends', async () => {
  fc.assert(
    fc.property(text, fc.nat(80), fc.nat(80), (text, one, other) => {
      const start = Math.min(one, other, text.length)
      const end = Math.min(Math.max(one, other), text.length)
      const window = normalizeRange(text, { start, end })
      const quote = text.slice(window.start, window.end)
      return quote.isWellFormed() && quote === quote.trim() && window.start <= window.end
    }),
  )
})

t.test('the pieces of a marked text are the text', async () => {
  const range = fc.tuple(fc.integer({ min: -9, max: 80 }), fc.integer({ min: -9, max: 80 }))
  fc.assert(
    fc.property(text, fc.array(range, { maxLength: 3 }), (text, ranges) => {
      const pieces = splitAtRanges(
        text,
        ranges.map(([start, end]) => ({ start, end })),
      )
      return pieces.map((piece) => piece.text).join('') === text
    }),
  )
})

t.test('quotes have the contract’s length, in characters', async (t) => {
  t.equal(explainInvalidQuote('😀'.repeat(8)), undefined)
  t.match(explainInvalidQuote('😀'.repeat(7)), 'at least 8')
  t.equal(explainInvalidQuote('😀'.repeat(1600)), undefined)
  t.match(explainInvalidQuote('a'.repeat(1601)), '1601')
  t.match(explainInvalidQuote('\ud83dabcdefghi'), 'half a character')
  t.equal(countCodePoints('a😀'), 2)
})

t.test('sentences of evidence are windows', async (t) => {
  const words = 'She kept it. “Why not?” he asked.\r\nNo one said.'
  t.same(
    findSentenceRanges(words).map(({ start, end }) => words.slice(start, end)),
    ['She kept it.', '“Why not?”', 'he asked.', 'No one said.'],
  )
})

t.test(
  'the passages of a Lore are its sentences, lose no character, and know the citation in which they lie',
  async (t) => {
    const lore = 'Mara says: “I kept it. All of it.” The rest is gone.\n\n“The end came.”'
    const findCitation = (quote: string) => {
      const start = lore.indexOf(quote)
      const end = start + quote.length
      const reference = { kind: 'answer' as const, entryId: 'a', revision: 'b', start: 0, end: quote.length, quote }
      return { start, end, reference }
    }
    const paragraphs = splitLore(lore, [findCitation('I kept it. All of it.'), findCitation('The end came.')])
    t.same(
      paragraphs.map((passages) => passages.map(({ text }) => text).join('')),
      ['Mara says: “I kept it. All of it.” The rest is gone.', '“The end came.”'],
    )
    const flat = paragraphs.flat()
    t.ok(flat.every(({ start, end, text }) => lore.slice(start, end) === text))
    t.same(
      flat.filter(({ isChoosable }) => isChoosable).map(({ text, citation }) => [text, citation !== undefined]),
      [
        ['Mara says:', false],
        ['I kept it.', true],
        ['All of it.', true],
        ['The rest is gone.', false],
        ['The end came.', true],
      ],
    )
  },
)

t.test('neighbouring changed words are one run of a comparison, which loses nothing of either wording', async (t) => {
  t.same(findWordChanges('It was the old church by the sea.', 'It was my aunt kitchen by the sea.'), [
    { state: 'kept', text: 'It was ' },
    { state: 'removed', text: 'the old church' },
    { state: 'added', text: 'my aunt kitchen' },
    { state: 'kept', text: ' by the sea.' },
  ])
  fc.assert(
    fc.property(words, words, (before, after) => {
      const changes = findWordChanges(before, after)
      const without = (state: string) => changes.flatMap((one) => (one.state === state ? [] : one.text)).join('')
      return without('added') === before && without('removed') === after
    }),
  )
})

t.test('a token is extracted from pasted text', async (t) => {
  const token = 'eyJhbGciOi.eyJzdWIiOiJt.c2lnbmF0dXJl-_'
  for (const pasted of [token, ` ${token}\n`, `Bearer ${token}`, JSON.stringify({ status: 'ok', token })]) {
    t.equal(extractToken(pasted), token)
  }
  t.equal(extractToken('no token'), undefined)
})
