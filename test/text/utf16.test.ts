import t from 'tap'
import { toCanonicalJson } from '#src/text/canonical.ts'
import { fromUtf16, toUtf16 } from '#src/text/utf16.ts'
import { findFirstFlaw } from '#src/text/wellformed.ts'
import { randomFrom, seed } from './seed.ts'
import { anyText, anyUnits } from './strings.ts'

t.test('100,000 generated texts come back unit for unit from UTF-16 bytes and from canonical JSON', async (t) => {
  t.comment(`SEED=${seed}`)
  const random = randomFrom(seed)
  let wrong: string | undefined
  for (let n = 0; n < 100_000 && wrong === undefined; n++) {
    const text = anyText(random)
    const bytes = toUtf16(text)
    const same =
      bytes.length === 2 * text.length &&
      fromUtf16(bytes) === text &&
      JSON.parse(toCanonicalJson(text)) === text &&
      findFirstFlaw({ text }) === (text.includes('\u0000') ? 'nul' : undefined)
    if (!same) wrong = JSON.stringify(text)
  }
  t.equal(wrong, undefined, 'no text differs')
})

t.test(
  '100,000 strings of arbitrary units come back too, and exactly the ill-formed ones are refused elsewhere',
  async (t) => {
    t.comment(`SEED=${seed}`)
    const random = randomFrom(seed + 1)
    let wrong: string | undefined
    let refused = 0
    for (let n = 0; n < 100_000 && wrong === undefined; n++) {
      const text = anyUnits(random)
      const flawed = text.includes('\u0000') || /\p{Surrogate}/u.test(text)
      if (flawed) refused++
      if (fromUtf16(toUtf16(text)) !== text || (findFirstFlaw([text]) !== undefined) !== flawed)
        wrong = JSON.stringify(text)
    }
    t.equal(wrong, undefined, 'no string differs')
    t.ok(refused > 10_000, `${refused} of them were ill-formed`)
  },
)
