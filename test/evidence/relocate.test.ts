import { readdirSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import t from 'tap'
import { findNearest, findSimilar, isQuote, type RelocatedQuote, scoreMin } from '#src/evidence/relocate/relocate.ts'
import { runAtOnce } from '#src/text/time-slices.ts'
import { samples } from '../admin/files.ts'
import { holdsAsync } from '../text/holds.ts'
import { type Random, randomFrom, seed } from '../text/seed.ts'
import { anyText, listWholeOffsets } from '../text/strings.ts'

const letters = 'abcdefghijklmnopqrstuvwxyzéñøžжщ'

/** Looks in one text as a relocation looks in its passages: for the exact words, else for such as agree. */
async function relocateInText(quote: string, text: string, near = 0): Promise<RelocatedQuote | undefined> {
  const start = runAtOnce(findNearest(quote, text, near))
  if (start === undefined) return await findSimilar(quote, text)
  return { start, end: start + quote.length, quote, score: 1, exact: true }
}

/** A word without meaning. */
const anyWord = (random: Random) =>
  Array.from({ length: 2 + random.below(9) }, () => random.pick([...letters])).join('')

/** Meaningless prose: words that hardly ever repeat, with the signs and line breaks of a text. */
const generateProse = (random: Random, words: number) =>
  Array.from(
    { length: words },
    () => anyWord(random) + random.pick([' ', ' ', ' ', ', ', '. ', '\n', ' – “', '” ']),
  ).join('')

const cases = fc.integer({ min: 0, max: 2 ** 31 }).map((at) => randomFrom(at ^ seed))

/** A quote of `words` words at least, cut out of a longer text. */
function quoted(random: Random, words: number) {
  const before = generateProse(random, random.below(200))
  const quote = generateProse(random, words).trim()
  const after = ` ${generateProse(random, random.below(200))}`
  return { before, quote, after, near: before.length }
}

t.test('of several places with the same words the nearest to the old one is found', async (t) => {
  await holdsAsync(
    t,
    fc.asyncProperty(cases, async (random) => {
      const quote = random.pick(['aaaaaaaa', 'abababab', 'the same the same', '😀😀😀😀😀😀😀😀'])
      const text = Array.from({ length: 1 + random.below(20) }, () =>
        random.pick([quote, quote.slice(0, 4), 'b', 'xyz ']),
      ).join('')
      const near = random.below(text.length + 10)
      const places = [...text].length === 0 ? [] : listWholeOffsets(text).filter((at) => text.startsWith(quote, at))
      const nearest = Math.min(...places.map((at) => Math.abs(at - near)))
      const found = await relocateInText(quote, text, near)
      if (places.length === 0) return found?.exact !== true
      return found?.exact === true && places.includes(found.start) && Math.abs(found.start - near) === nearest
    }),
    150,
  )
})

t.test('after a small edit inside the words they are found at the right place', async (t) => {
  await holdsAsync(
    t,
    fc.asyncProperty(cases, async (random) => {
      const { before, quote, after, near } = quoted(random, 12)
      const words = quote.split(' ')
      const at = random.below(words.length)
      words.splice(at, random.below(2), ...Array.from({ length: random.below(2) }, () => anyWord(random)))
      const edited = words.join(' ')
      const text = generateProse(random, random.below(50)) + before + edited + after
      const found = await relocateInText(quote, text, near)
      if (found === undefined) return false
      const start = text.indexOf(edited)
      // A frequent sign may widen the window; an insertion at an edge, and little beyond it, stays outside.
      const [early, late] = [Math.abs(found.start - start), Math.abs(start + edited.length - found.end)]
      return found.score > scoreMin && early < 40 && late < 40
    }),
    150,
  )
})

t.test('of two places as near the first is found, and one of many is looked for in many steps', async (t) => {
  t.equal(runAtOnce(findNearest('ab', 'ab--ab', 2)), 0)
  const finding = findNearest('a', 'a'.repeat(1_000), 1_000)
  let steps = 0
  while (finding.next().done !== true) steps += 1
  t.equal(steps, 1_000)
})

t.test('where thirty letters agree six of ten are enough', async (t) => {
  const agreed = 'abcdefghij klmnopqrst uvwxyzabcd'
  t.match(await findSimilar(`${agreed} ${'y'.repeat(40)}`, agreed), { score: 0.6 })
})

t.test('case, line breaks and the form of accents make no difference: such a passage agrees in full', async (t) => {
  const quote = 'The organ “came” from a\nchapel in Évora, café and all.'
  const reset = 'THE ORGAN “came”\r\n  from a chapel in E\u0301vora, cafe\u0301 and all.'
  const text = `She smiled. ${reset} Then the bell.`
  const found = await relocateInText(quote, text, 0)
  t.match(found, { score: 1, exact: false })
  t.equal(text.slice(found?.start, found?.end), reset)
})

t.test('of two passages that agree as well, the first is proposed', async (t) => {
  const passage = 'She tuned the old organ by ear, in one winter.'
  const found = await relocateInText('She tuned the new organ by ear, in one winter.', `${passage} And: ${passage}`)
  t.match(found, { start: 0, quote: passage })
})

t.test('words and signs beyond the first plane are compared, and surrogate pairs stay whole', async (t) => {
  const cases: [string, string][] = [
    ['🎹🎶🎤🥁🎷🎺🎸🪕🎻🪗🎼🎧 and the kettle', '🌊🎹🎶🎤🥁🎷🎺🎸🪕🎻🪗🎼 and the kettle 🌊'],
    ['𝔘𝔫𝔡 𝔡𝔦𝔢 𝔊𝔩𝔬𝔠𝔨𝔢 𝔰𝔠𝔥𝔩𝔲𝔤', '… 𝔘𝔫𝔡 𝔡𝔦𝔢 𝔤𝔯𝔬ß𝔢 𝔊𝔩𝔬𝔠𝔨𝔢 𝔰𝔠𝔥𝔩𝔲𝔤 …'],
  ]
  for (const [quote, text] of cases) {
    const found = await relocateInText(quote, text, 0)
    const window = text.slice(found?.start, found?.end)
    t.ok(found !== undefined && found.score > 0.8, window)
    t.ok(isQuote(window) && window.isWellFormed())
  }
})

t.test('a found window may be cited, whatever the text', async (t) => {
  await holdsAsync(
    t,
    fc.asyncProperty(cases, async (random) => {
      const pieces = Array.from({ length: 8 }, () => anyText(random, 6))
      const some = (most: number) => Array.from({ length: random.below(most) }, () => random.pick(pieces)).join('')
      const [quote, text] = [some(40), some(400)]
      if (!isQuote(quote)) return true
      const found = await relocateInText(quote, text, random.below(text.length + 1))
      if (found === undefined) return true
      const window = text.slice(found.start, found.end)
      const isExact = window === quote
      return (
        isQuote(window) &&
        window.isWellFormed() &&
        found.exact === isExact &&
        found.score <= 1 &&
        found.score >= scoreMin
      )
    }),
    150,
  )
})

t.test('words in a form that cannot be quoted are not found', async (t) => {
  t.equal(await relocateInText('ab \n\n\n\n cd', 'Now: ab cd.', 0), undefined, 'five characters are no quote')
  t.match(await relocateInText('ab \n\n\n\n cd', 'Now: ab      cd.', 0), { score: 1 })
  const marred = 'the kettle on the \u0000 second verse rattles'
  t.equal(await relocateInText('the kettle on the second verse rattles', marred, 0), undefined, 'no quote holds U+0000')
})

t.test('an unrelated text has no window', async (t) => {
  const folder = new URL('texts/', pathToFileURL(samples))
  const texts = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), 'utf8'))
  await holdsAsync(
    t,
    fc.asyncProperty(cases, async (random) => {
      const from = random.pick([...texts, generateProse(random, 200)])
      const start = random.below(from.length - 100)
      const quote = from.slice(start, start + 80 + random.below(600)).trim()
      const rest = texts.filter((text) => text !== from).join('\n')
      return !isQuote(quote) || rest.includes(quote) || (await relocateInText(quote, rest)) === undefined
    }),
    12,
  )
  const few = await relocateInText('in order to be there', 'They came in order to sing.', 0)
  t.equal(few, undefined, 'a few words in common are not a citation')
  t.equal(await relocateInText('Nothing is here', '', 0), undefined, 'nor has an empty text any')
})

t.test('a passage without spaces is found after a word was inserted, in any script', async (t) => {
  const passages = {
    Thai: ['เสียงออร์แกนในโบสถ์เก่าดังไปไกลถึงท่าเรือในตอนเช้า', 'เล็ก'],
    Khmer: ['សំឡេងអកកាដង់ក្នុងព្រះវិហារចាស់លាន់ឮដល់កំពង់ផែនៅពេលព្រឹក', 'តូច'],
    Japanese: ['古い教会のオルガンの音は朝の港まで遠く響いていました', '小さな'],
  }
  for (const [script, [quote = '', word = '']] of Object.entries(passages)) {
    const half = Math.floor(quote.length / 2)
    const text = `${quote.slice(0, half)}${word}${quote.slice(half)}`
    const found = await relocateInText(quote, text, 0)
    t.ok((found?.score ?? 0) > 0.8, `${script}: ${found?.score}`)
  }
})

t.test('marks that a reader does not see make no difference', async (t) => {
  const english = 'She says that the neighbourhood orchestra never understood the electronics department.'
  const cases = [
    [english, english.replace(/(\p{L}{3})(?=\p{L})/gu, '$1\u200d\u200e')],
    ['សំឡេងអកកាដង់ក្នុងព្រះវិហារចាស់លាន់ឮ', 'សំឡេង\u200bអក\u200bកា\u200bដង់\u200bក្នុង\u200bព្រះវិហារ\u200bចាស់\u200bលាន់ឮ'],
    ['She drew ☎ and ☀ on the sleeve of it.', 'She drew ☎\ufe0f and ☀\ufe0f on the sleeve of it.'],
  ] as const
  for (const [old, now] of cases) {
    const text = `Before. ${now} After.`
    const found = await relocateInText(old, text)
    t.equal(text.slice(found?.start, found?.end), now)
    t.ok((found?.score ?? 0) > 0.98, `${now}: ${found?.score}`)
  }
})
