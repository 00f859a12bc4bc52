import t from 'tap'
import { findCorrections } from '#plugins/onboarding/corrections.ts'
import { classifyLinks } from '#plugins/onboarding/rules.ts'
import { runAtOnce } from '#src/text/time-slices.ts'
import { getSiteName, normalizeProfileUrl } from '#src/text/url/page-url.ts'
import { pluck } from '../support/pluck.ts'

const findAllCorrections = (drafted: string[], published: string, draft?: string) =>
  runAtOnce(findCorrections(drafted, published, draft))

const bell = 'The bell on the record is real.'
const kitchen = 'She sang in the kitchen.'
const sea = 'The sea took the chapel.'

t.test('a sentence that is anywhere in the published text is no correction', async (t) => {
  t.same(findAllCorrections([bell, kitchen], `${kitchen} And then: ${bell} [2]`), [])
  t.same(findAllCorrections([], 'Anything.'), [])
  t.same(findAllCorrections([bell, kitchen, bell], `${kitchen} ${bell}`), [], 'of two places one is left')
  const marked = ['九歳で始めた。', '叔父が弾いた。「', '海」は遠い。', '‘I sang.’', '(She laughed.)', kitchen]
  t.same(findAllCorrections(marked, `${marked.slice(0, 3).join('')}\n\n${marked.slice(3).join(' ')}`), [], 'any marks')
})

t.test('a missing sentence is dropped, unless one about the same subject replaces it', async (t) => {
  const dropped = [{ claim: kitchen, correction: null }]
  t.same(findAllCorrections([bell, kitchen, sea], `${bell} ${sea}`), dropped)
  const instead = 'She sang in the hall of the kitchen.'
  t.same(findAllCorrections([bell, kitchen, sea], `${bell} ${instead} [1] ${sea}`), [
    { claim: kitchen, correction: instead },
  ])
  const elsewhere = findAllCorrections([bell, kitchen, sea], `${bell} It is not known why. ${sea} ${instead}`)
  t.same(elsewhere, dropped, 'a sentence elsewhere, or about another subject, replaces nothing')
  t.equal(findAllCorrections([bell, kitchen, sea], '').length, 3, 'a text that was removed whole')
  t.same(findAllCorrections(['🎹'.repeat(4_001)], bell), [{ claim: '🎹'.repeat(4_000), correction: null }])
  const around = findAllCorrections([kitchen, bell, sea], `${instead} ${bell} The chapel fell.`)
  t.same(pluck(around, 'correction'), [instead, 'The chapel fell.'], 'each by one of its own place')
})

t.test('what replaces a sentence is new, of a bounded length, and among the first hundred at its place', async (t) => {
  const replace = (sentences: string[], draft?: string) =>
    pluck(findAllCorrections([bell, kitchen, sea], [bell, ...sentences, sea].join(' '), draft), 'correction')
  const instead = 'She sang in the hall of the kitchen.'
  t.same(replace([instead], `${bell} ${kitchen} ${sea} ${instead}`), [null], 'the draft says it already')
  t.same(findAllCorrections([bell, kitchen], `${instead} ${bell}`), [{ claim: kitchen, correction: null }])
  const fill = (chars: number) => `She san${'g'.repeat(chars - 23)} in the kitchen.`
  t.same([replace([fill(4_000)]), replace([fill(4_001)])], [[fill(4_000)], [null]])
  const rain = Array.from({ length: 99 }, () => 'It rained.')
  t.same([replace([...rain, instead]), replace([...rain, 'It hailed.', instead])], [[instead], [null]])
  const japanese = findAllCorrections(['九歳だ。', '叔父が弾いた。', '海は遠い。'], '九歳だ。叔父が歌った。海は遠い。')
  t.same(pluck(japanese, 'correction'), ['叔父が歌った。'], 'also where no space is around it')
  const steps = Array.from(findCorrections([kitchen, sea], `${bell} ${instead}`)).length
  t.equal(steps, 8, 'each sentence is located and compared in a step of its own')
})

t.test('a shortened sentence replaces its original', async (t) => {
  t.same(findAllCorrections([`${bell} ${kitchen}`, sea], `${bell} ${sea}`), [
    { claim: `${bell} ${kitchen}`, correction: bell },
  ])
})

t.test('two spellings of an address are one page, which is added once', async (t) => {
  const forms = ['https://www.A.example/b/', 'http://a.example:80/b#c', 'HTTPS://a.example:443/b']
  t.same(new Set(forms.map(normalizeProfileUrl)), new Set(['a.example/b']))
  t.equal(classifyLinks(forms).links.length, 1)
  t.not(normalizeProfileUrl('https://a.example/b?c=1'), 'a.example/b')
  t.equal(normalizeProfileUrl('ftp://a.example/b'), undefined)
  t.equal(getSiteName('https://www.instagram.com/x'), 'instagram')
  t.equal(getSiteName('https://instagram.com.evil.example/x'), 'instagram.com.evil.example')
  t.equal(getSiteName('https://maraquill.bandcamp.com/'), 'bandcamp')
})

t.test('links that cannot be an artist’s pages are listed with the reason', async (t) => {
  const reasons = {
    'https://localhost/a': 'not_allowed',
    'http://[::1]/': 'not_allowed',
    'http://2130706433/': 'not_allowed',
    'https://user:pw@a.example/': 'not_allowed',
    'https://a.b:22/': 'not_allowed',
    'https://%/': 'unsupported',
  }
  const refused = Object.entries(reasons).map(([url, reason]) => ({ kind: 'unreachable', url, reason }))
  t.same(classifyLinks(Object.keys(reasons)), { links: [], refused })
})
