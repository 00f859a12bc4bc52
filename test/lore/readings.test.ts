import t from 'tap'
import { readClaim } from '#plugins/lore/rules.ts'

t.test('a passage of white space or of characters that are not seen cannot be corrected', async (t) => {
  for (const blank of [' \n', '\u0085', '\u200b', '\u00ad\u2060', '\u3164\ufe0f', '\u202e '])
    t.throws(() => readClaim(`a${blank}b`, { start: 1, end: 1 + blank.length }), { code: 'invalid_request' })
  t.equal(readClaim('a\u200bbc', { start: 1, end: 3 }), '\u200bb')
})
