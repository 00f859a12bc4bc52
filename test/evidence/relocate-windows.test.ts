import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import t from 'tap'
import { isQuote } from '#src/evidence/relocate/relocate.ts'
import { holds } from '../text/holds.ts'
import { randomFrom, seed } from '../text/seed.ts'
import { anyText } from '../text/strings.ts'
import { generateProse, relocateIn } from './relocating.ts'

const cases = fc.integer({ min: 0, max: 2 ** 31 }).map((at) => randomFrom(at ^ seed))

t.test('in which windows a text is read makes no difference', async (t) => {
  holds(
    t,
    fc.property(cases, (random) => {
      const pieces = Array.from({ length: 8 }, () => anyText(random, 6) + generateProse(random, 3))
      const some = (most: number) => Array.from({ length: random.below(most) }, () => random.pick(pieces)).join('')
      const [quote, text] = [some(8), `${some(12)}漢${'\u0301'.repeat(random.below(80))}${some(12)}`]
      if (!isQuote(quote)) return true
      const near = random.below(text.length + 1)
      const windowChars = 1 + random.below(40)
      const inOne = relocateIn(quote, text, near, { windowChars: text.length })
      return isDeepStrictEqual(relocateIn(quote, text, near, { windowChars }), inOne)
    }),
    1_000,
  )
  const quote = generateProse(randomFrom(seed), 40).trim()
  const changed = quote.replace(' ', ' and more of it ')
  const marks = `漢${'\u0301'.repeat(150_000)}`
  for (const text of [`${marks} ${changed}`, `${changed} ${marks}`, `${' '.repeat(140_000)}${changed}`]) {
    const inOne = relocateIn(quote, text, 0, { windowChars: text.length })
    t.ok(inOne !== undefined && inOne.score > 0.8)
    t.same(relocateIn(quote, text, 0), inOne)
  }
})

t.test(
  'four million characters of the worst kinds are searched in windows of 128 KB and parts of 50 ms at most',
  async (t) => {
    const random = randomFrom(seed)
    const plain = generateProse(random, 20_000)
    const worst: Record<string, [string, string]> = {
      'one letter throughout': [`b${'a'.repeat(1_599)}`, 'a'.repeat(4_000_000)],
      'every character a word': ['你好世界'.repeat(400), '世界你好啊'.repeat(800_000)],
      'nothing in common': [
        generateProse(random, 150),
        plain.repeat(Math.ceil(4_000_000 / plain.length)).slice(0, 4_000_000),
      ],
    }
    for (const [name, [quote, text]] of Object.entries(worst)) {
      const workedMs = () => {
        const { user, system } = process.threadCpuUsage()
        return (user + system) / 1_000
      }
      let [longest, parts, largest, before] = [0, 0, 0, workedMs()]
      const onStep = (readChars: number) => {
        const now = workedMs()
        longest = Math.max(longest, now - before)
        largest = Math.max(largest, readChars)
        parts += 1
        before = now
      }
      relocateIn(quote, text, 2_000_000, { onStep })
      t.comment(`${name}: ${parts} parts, the longest ${longest.toFixed(0)} ms of one processor`)
      t.ok(parts > 10 && longest < 50 && largest <= 64 * 1024, name)
    }
  },
)

t.test('a text of nothing but marks is searched in no time', (t) => {
  const before = process.cpuUsage()
  t.equal(relocateIn('the pump organ in the hall', `漢${'\u0301\u0316'.repeat(50_000)}`, 0), undefined)
  const { user, system } = process.cpuUsage(before)
  t.ok(user + system < 2_000_000, `took ${user + system} µs of the processor`)
  t.end()
})
