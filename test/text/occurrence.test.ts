import fc from 'fast-check'
import t from 'tap'
import { buildFallback, findFirstOccurrence } from '#src/text/occurrence.ts'
import { holds } from './holds.ts'

/** Of two letters, so that beginnings of the pattern are repeated in it and in the text. */
const letters = (minLength: number, maxLength: number) =>
  fc.array(fc.constantFrom('a', 'b'), { minLength, maxLength }).map((all) => all.join(''))

t.test('the first occurrence is the one that the engine finds', async (t) => {
  holds(
    t,
    fc.property(letters(0, 8), letters(0, 60), (pattern, text) => {
      const found = text.indexOf(pattern)
      return findFirstOccurrence(pattern, text) === (found < 0 ? undefined : found)
    }),
    2_000,
  )
})

t.test('a beginning falls back to the longest shorter one that it ends with', async (t) => {
  holds(
    t,
    fc.property(letters(1, 30), (pattern) =>
      buildFallback(pattern).every((length, at) => {
        const beginning = pattern.slice(0, at + 1)
        for (let longer = at; longer > length; longer -= 1)
          if (beginning.endsWith(pattern.slice(0, longer))) return false
        return beginning.endsWith(pattern.slice(0, length)) && length <= at
      }),
    ),
    1_000,
  )
})
