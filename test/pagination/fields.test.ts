import fc from 'fast-check'
import t from 'tap'
import { type Field, fillPage } from '#src/http/pagination/text-pager.ts'
import { holds } from '../text/holds.ts'
import { randomFrom } from '../text/seed.ts'
import { anyText, listWholeOffsets } from '../text/strings.ts'

type Entry = { fields: Field<'claim' | 'correction'>[] }
type Page = ReturnType<typeof fillPage<Entry>>
type Place = NonNullable<Page['next']>

const absence = fc.constantFrom('none', 'claim', 'correction')

/** Texts with everything that a wrong cut could break, none of them empty; of an entry's two, one may be absent. */
const entries = fc.array(
  fc.record({ seed: fc.nat(), absent: absence }).map(({ seed, absent }): Entry => {
    const random = randomFrom(seed)
    return {
      fields: [
        { name: 'claim', text: absent === 'claim' ? null : `😀${anyText(random, 12)}` },
        { name: 'correction', text: absent === 'correction' ? null : `é${anyText(random, 12)}` },
      ],
    }
  }),
  { maxLength: 12 },
)
const budget = fc.record({ charsMax: fc.integer({ min: 2, max: 60 }), entriesMax: fc.integer({ min: 1, max: 8 }) })

/** Each page with the place in all entries where the next one begins, which is refused where none can. */
function readPages(whole: Entry[], limits: { charsMax: number; entriesMax: number }): Page[] {
  const pages: Page[] = []
  for (let place: Place | undefined, isFirst = true; isFirst || place !== undefined; isFirst = false) {
    const { entry = 0, start } = place ?? {}
    const page = fillPage(whole.slice(entry), start, limits)
    const next: Page['next'] = page.next && { ...page.next, entry: entry + page.next.entry }
    if (next !== undefined && JSON.stringify(next) === JSON.stringify(place))
      throw new Error('The page makes no progress')
    pages.push({ ...page, next })
    place = next
  }
  return pages
}

t.test('all pages together are the exact texts, each part once and in order', async (t) => {
  const together = (whole: Entry[], pages: Page[]) => {
    const out = whole.map(() => new Map<string, { text: string | null; reached: number }>())
    for (const { entry, fields } of pages.flatMap((page) => page.entries)) {
      for (const { name, text, start, end, totalChars, complete } of fields) {
        const texts = out[whole.indexOf(entry)]
        const known = texts?.get(name) ?? { text: null, reached: 0 }
        const length = entry.fields.find((field) => field.name === name)?.text?.length ?? 0
        if (known.reached !== start || end - start !== (text ?? '').length) return false
        if (totalChars !== length || complete !== (end === length)) return false
        texts?.set(name, { text: text === null ? null : (known.text ?? '') + text, reached: end })
      }
    }
    return whole.every(({ fields }, at) => fields.every(({ name, text }) => out[at]?.get(name)?.text === text))
  }
  holds(
    t,
    fc.property(entries, budget, (whole, limits) => together(whole, readPages(whole, limits))),
    2_000,
  )
})

t.test('a page is as full as its budget allows and never splits a surrogate pair', async (t) => {
  const remainder = (whole: Entry[], { entry, start }: Place) =>
    (whole[entry]?.fields ?? [])
      .map(({ text }) => text ?? '')
      .join('')
      .slice(start)
  holds(
    t,
    fc.property(entries, budget, (whole, limits) =>
      readPages(whole, limits).every(({ entries, returnedChars, next }) => {
        const windows = entries.flatMap(({ fields }) => fields)
        const chars = windows.reduce((sum, { text }) => sum + (text ?? '').length, 0)
        if (chars !== returnedChars || chars > limits.charsMax || entries.length > limits.entriesMax) return false
        if (windows.some(({ text }) => text === '' || text?.isWellFormed() === false)) return false
        if (entries.some(({ fields }) => fields.length === 0)) return false
        if (next === undefined) return true
        const fits = listWholeOffsets(remainder(whole, next))[1] ?? 0
        return chars + fits > limits.charsMax || entries.length === limits.entriesMax
      }),
    ),
    2_000,
  )
})

t.test('a page begins only at a valid position', async (t) => {
  const whole: Entry[] = [
    {
      fields: [
        { name: 'claim', text: 'a😀' },
        { name: 'correction', text: 'b' },
      ],
    },
  ]
  const refusal = { code: 'invalid_request' }
  const read = (entries: Entry[], from?: number) => fillPage(entries, from, { charsMax: 60, entriesMax: 8 })
  for (const from of [0, 1, 3]) t.equal(read(whole, from).returnedChars, 4 - from)
  for (const from of [2, 4]) t.throws(() => read(whole, from), refusal, `at ${from}`)
  t.throws(() => read([], 0), refusal, 'behind the last entry')
  t.same(read([]).entries, [], 'the only page of no entries')
})
