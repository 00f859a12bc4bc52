import t from 'tap'
import { canonicalizeUrl, normalizePageUrl } from '#src/text/url/page-url.ts'

t.test('an address is normalized to at most 2,048 characters, and a longer one is none', async (t) => {
  const longest = `a.example/${'a'.repeat(2_038)}`
  t.equal(normalizePageUrl(`https://${longest}`), longest)
  t.equal(normalizePageUrl(`https://${longest}a`), undefined)
})

t.test('only tracking parameters are removed from a query; the rest stays unchanged', async (t) => {
  const at = (query: string) =>
    canonicalizeUrl(`https://a.example/names${query}`)?.replace('https://a.example/names', '')
  const cases = {
    '?naam=Zo%EB&flag&utm_source=x': '?naam=Zo%EB&flag',
    '?utm_source=x': '',
    '?UTM_Campaign=x&fbclid=y&a=1&gclid': '?a=1',
    '?a=b+c&d=%20e&utm%5Fsource=x&f==g&&h': '?a=b+c&d=%20e&f==g&&h',
    '?a=utm_source&si=1&sip=2': '?a=utm_source&sip=2',
    '?q=日本&utm_id=1': '?q=%E6%97%A5%E6%9C%AC',
    '?x=%zz&yclid=1': '?x=%zz',
    '?': '?',
    '?a=1#utm_source=x': '?a=1',
  }
  for (const [query, expected] of Object.entries(cases)) t.equal(at(query), expected, query)
})
