import fc from 'fast-check'
import t from 'tap'
import { tokenIn } from '#src/clients/console/page/api/token.ts'
import { sentencesOfLore } from '#src/clients/console/page/lore/sentences.ts'
import { lengthOf, piecesOf, refusalToCite, sentencesIn, wholeWindow } from '#src/clients/console/page/text/windows.ts'

const text = fc.string({ unit: 'grapheme', minLength: 0, maxLength: 60 })

t.test('a marked window never cuts a character and never has white space at its ends', async () => {
  fc.assert(
    fc.property(text, fc.nat(80), fc.nat(80), (text, one, other) => {
      const start = Math.min(one, other, text.length)
      const end = Math.min(Math.max(one, other), text.length)
      const window = wholeWindow(text, { start, end })
      const quote = text.slice(window.start, window.end)
      return quote.isWellFormed() && quote === quote.trim() && window.start <= window.end
    }),
  )
})

t.test('the pieces of a marked text are the text', async () => {
  fc.assert(
    fc.property(text, fc.integer({ min: -9, max: 80 }), fc.integer({ min: -9, max: 80 }), (text, start, end) => {
      const pieces = piecesOf(text, { start, end })
      return pieces.map((piece) => piece.text).join('') === text
    }),
  )
})

t.test('quotes are as long as the contract wants them, in characters', async (t) => {
  t.equal(refusalToCite('😀'.repeat(8)), undefined)
  t.match(refusalToCite('😀'.repeat(7)), 'at least 8')
  t.equal(refusalToCite('😀'.repeat(1600)), undefined)
  t.match(refusalToCite('a'.repeat(1601)), '1601')
  t.match(refusalToCite('\ud83dabcdefghi'), 'half a character')
  t.equal(lengthOf('a😀'), 2)
})

t.test('sentences of evidence are windows, and Lore loses nothing in them', async (t) => {
  const words = 'She kept it. “Why not?” he asked.\r\nNobody said.'
  t.same(
    sentencesIn(words).map(({ start, end }) => words.slice(start, end)),
    ['She kept it.', '“Why not?”', 'he asked.', 'Nobody said.'],
  )
  const lore = 'She said “I kept it. All of it.” and left.\n\nThe end came.'
  const paragraphs = sentencesOfLore(lore)
  t.same(
    paragraphs.map((sentences) => sentences.map(({ text }) => text).join('')),
    ['She said “I kept it. All of it.” and left.', 'The end came.'],
  )
  t.same(paragraphs[0]?.[0]?.quotes, ['She said “I kept it. All of it.” and left.', 'I kept it. All of it.'])
})

t.test('a token is taken out of whatever was pasted with it', async (t) => {
  const token = 'eyJhbGciOi.eyJzdWIiOiJt.c2lnbmF0dXJl-_'
  for (const pasted of [token, ` ${token}\n`, `Bearer ${token}`, JSON.stringify({ status: 'ok', token })]) {
    t.equal(tokenIn(pasted), token)
  }
  t.equal(tokenIn('no token'), undefined)
})
