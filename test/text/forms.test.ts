import fc from 'fast-check'
import t from 'tap'
import { keepIfPublicationDate } from '#src/evidence/references/public-metadata.ts'
import { truncateText } from '#src/evidence/sources/truncate-text.ts'
import { parseDateRange } from '#src/research/questions/source-filter.ts'
import { isCalendarDate, parseInstant } from '#src/text/calendar.ts'
import { toCanonicalJson } from '#src/text/canonical.ts'
import { detectLanguage } from '#src/text/languages.ts'
import { scanJson } from '#src/text/scan-json.ts'
import { canonicalizeUrl, normalizePageUrl, toWebAddress } from '#src/text/url/page-url.ts'
import { fromUtf16, toUtf16 } from '#src/text/utf16.ts'
import { findFirstFlaw } from '#src/text/wellformed.ts'
import { randomFrom, seed } from './seed.ts'
import { anyText, anyUnits } from './strings.ts'

const impossible = ['2024-02-30', '2023-02-29', '2024-04-31', '2024-13', '2024-00', '2024-01-00', '0000', '1900-02-29']

t.test('a date is valid in the calendar, or undefined', async (t) => {
  for (const date of ['0001', '2024', '2024-02', '2024-02-29', '2000-02-29', '2023-12-31']) {
    t.equal(isCalendarDate(date), true, date)
  }
  for (const date of [...impossible, '', '24', '2024-2', '2024-02-29T00:00:00Z', ' 2024']) {
    t.equal(isCalendarDate(date), false, date)
  }
})

t.test('an impossible instant is not read as another day', async (t) => {
  t.equal(parseInstant('2024-02-29T23:30:00+01:00')?.toISOString(), '2024-02-29T22:30:00.000Z')
  for (const date of impossible) t.equal(parseInstant(`${date}T10:00:00Z`), undefined, date)
  for (const text of ['2024-02-29T10:00:00', '2024-02-29T24:00:00Z', '2024-02-29T10:61:00Z', '2024-02-29', 'today']) {
    t.equal(parseInstant(text), undefined, text)
  }
})

t.test('a recorded impossible date is shown and searched as unknown', async (t) => {
  for (const date of [...impossible, '2024-02-30T10:00:00Z']) {
    t.equal(keepIfPublicationDate(date), null, date)
    t.equal(parseDateRange(date), undefined, date)
  }
  for (const date of ['2024', '2024-02', '2024-02-29', '2024-02-29T10:00:00Z'])
    t.equal(keepIfPublicationDate(date), date)
})

t.test('values that two programs would write differently are refused at any depth, by their path', async (t) => {
  const strange = [undefined, () => 1, Symbol('x'), 1n, Number.NaN, Number.NEGATIVE_INFINITY, '\ud800', new Date(0)]
  for (const value of [...strange, new Map(), Buffer.from('x'), new Array(1)]) {
    t.throws(() => toCanonicalJson(value), { name: 'TypeError' })
    t.throws(() => toCanonicalJson([value]), { name: 'TypeError' })
    t.throws(() => toCanonicalJson({ a: value }), { name: 'TypeError', message: /\$\.a/ })
  }
  t.throws(() => toCanonicalJson({ '\udc00': 1 }), { name: 'TypeError' })
})

t.test('an address is normalized to at most 2,048 characters, and a longer one is none', async (t) => {
  const longest = `a.example/${'a'.repeat(2_038)}`
  t.equal(normalizePageUrl(`https://${longest}`), longest)
  t.equal(normalizePageUrl(`https://${longest}a`), undefined)
  t.equal(normalizePageUrl('https://www./'), undefined, 'nothing is left of it')
  const target = `https://${longest.slice(8)}`
  t.same([target, `${target}a`].map(toWebAddress), [target, undefined])
})

t.test('only tracking parameters are removed from a query; the rest stays unchanged', async (t) => {
  const at = (query: string) =>
    canonicalizeUrl(`https://a.example/names${query}`)?.replace('https://a.example/names', '')
  const cases = {
    '?naam=Zo%EB&flag&utm_source=x': '?naam=Zo%EB&flag',
    '?utm_source=x': '',
    '?UTM_Campaign=x&fbclid=y&a=1&gclid': '?a=1',
    '?a=b+c&d=%20e&utm_source=x&f==g&&h': '?a=b+c&d=%20e&f==g&&h',
    '?a=utm_source&si=1&sip=2': '?a=utm_source&sip=2',
    '?q=日本&utm_id=1': '?q=%E6%97%A5%E6%9C%AC',
    '?x=%zz&yclid=1': '?x=%zz',
    '?': '?',
    '?a=1#utm_source=x': '?a=1',
  }
  for (const [query, expected] of Object.entries(cases)) t.equal(at(query), expected, query)
})

t.test('of a text from outside fifty thousand units are kept', async (t) => {
  const longest = 'x'.repeat(50_000)
  t.same(truncateText(longest), { text: longest, truncated: false })
  t.same(truncateText(`${longest}x`), { text: longest, truncated: true })
})

t.test('the language of a text follows from its start; a tenth of kana make no Japanese', async (t) => {
  t.equal(detectLanguage(`${'x'.repeat(2_997)} elf`), 'es', 'what is beyond the start counts for nothing')
  t.same([`あ${'x'.repeat(9)}`, `あ${'x'.repeat(8)}`].map(detectLanguage), ['en', 'ja'])
})

const findDuplicateKey = (json: string) => scanJson(json, { depthMax: 100, valuesMax: 1_000_000 }).duplicate

t.test('a serialized value has each key once', async (t) => {
  fc.assert(fc.property(fc.json(), (json) => findDuplicateKey(json) === undefined))
  fc.assert(fc.property(fc.jsonValue(), (value) => findDuplicateKey(JSON.stringify(value, null, '\t')) === undefined))
  t.equal(findDuplicateKey('{"a":{"a":[{"a":1},{"a":2}]},"b":"\\"a\\":1,\\"a\\":2","c":"\\\\"}'), undefined)
})

t.test('a duplicate key is found at its path, whatever is around it', async () => {
  const key = fc.string({ unit: fc.nat(0xffff).map((unit) => String.fromCharCode(unit)) })
  fc.assert(
    fc.property(key, fc.array(fc.json()), fc.json(), fc.json(), (name, before, first, second) => {
      const written = JSON.stringify(name)
      const escaped = `"${[...Array(name.length).keys()].map((at) => `\\u${name.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')}"`
      const json = `[${[...before, `{${written}:${first} , ${escaped}: ${second}}`].join(',')}]`
      const path = findDuplicateKey(json)
      return path?.length === 2 && path[0] === before.length && path[1] === name
    }),
  )
})

t.test('a deep body and one of many escapes are walked in linear time', async (t) => {
  t.equal(findDuplicateKey(`${'['.repeat(200_000)}${']'.repeat(200_000)}`), undefined)
  const long = JSON.stringify({ a: '\\'.repeat(500_000), b: '"'.repeat(500_000) })
  t.equal(findDuplicateKey(long), undefined)
  t.same(findDuplicateKey(`{"x":${long},"x":1}`), ['x'])
})

t.test('200,000 strings come back unit for unit, and exactly those that cannot be stored have a flaw', async (t) => {
  t.comment(`SEED=${seed}`)
  const random = randomFrom(seed)
  let wrong: string | undefined
  let refused = 0
  for (let n = 0; n < 200_000 && wrong === undefined; n++) {
    const text = n % 2 === 0 ? anyText(random) : anyUnits(random)
    const bytes = toUtf16(text)
    const isWhole = !/\p{Surrogate}/u.test(text)
    const flaw = text.includes('\u0000') ? 'nul' : isWhole ? undefined : 'lone_surrogate'
    if (flaw !== undefined) refused++
    const same =
      bytes.length === 2 * text.length &&
      fromUtf16(bytes) === text &&
      (!isWhole || JSON.parse(toCanonicalJson(text)) === text) &&
      findFirstFlaw({ text })?.flaw === flaw
    if (!same) wrong = JSON.stringify(text)
  }
  t.equal(wrong, undefined, 'no string differs')
  t.ok(refused > 10_000, `${refused} of them cannot be stored`)
})

t.test('the first flaw is named with its place, in document order', async (t) => {
  t.same(findFirstFlaw('a\u0000'), { path: [], flaw: 'nul' })
  t.same(findFirstFlaw('\ude00\ud83d'), { path: [], flaw: 'lone_surrogate' }, 'a pair the wrong way round')
  const body = { ordinal: 1, references: [{ quote: 'fine' }, { quote: 'x\ud800' }], question: '\u0000' }
  t.same(findFirstFlaw(body), { path: ['references', 1, 'quote'], flaw: 'lone_surrogate' })
})

t.test('a flawed property name is reported at its object', async (t) => {
  t.same(findFirstFlaw({ a: { 'b\u0000': 1 } }), { path: ['a'], flaw: 'nul' })
  t.same(findFirstFlaw([{ '\udfff': 1 }]), { path: [0], flaw: 'lone_surrogate' })
})

t.test('a list of a million items is walked', async (t) => {
  const wide = new Array(1_000_000).fill('x')
  wide[999_999] = '\u0000'
  t.same(findFirstFlaw(wide)?.path, [999_999])
})
