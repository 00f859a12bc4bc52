import t from 'tap'
import { readRetryAfterMs } from '#src/research/providers/call.ts'
import { decodeText, parseMediaType } from '#src/research/providers/http/index.ts'

const decodeBody = (body: Buffer | string, type?: string) =>
  decodeText({
    body: typeof body === 'string' ? Buffer.from(body) : body,
    headers: type === undefined ? {} : { 'content-type': type },
  })

const latin = Buffer.from('Mar\u00e9e', 'latin1')
const utf8 = Buffer.from('Mar\u00e9e \u{1f514}')

t.test('a text is read by the charset that it declares', async (t) => {
  const cases = [
    ['UTF-8 where nothing is said', utf8, undefined, 'Marée 🔔'],
    ['Latin-1 by the header', latin, 'text/html;charset=ISO-8859-1', 'Marée'],
    ['windows-1251', Buffer.from([0xcc, 0xe8, 0xf0]), 'text/plain; charset=windows-1251', 'Мир'],
    ['Shift_JIS', Buffer.from([0x8a, 0x43]), 'text/plain; charset=Shift_JIS', '海'],
    ['EUC-KR, of which Windows has more', Buffer.from([0x8c, 0x63]), 'text/plain; charset=euc-kr', '똠'],
    ['Big5, of which Hong Kong has more', Buffer.from([0x9d, 0xef, 0x9d, 0xf7]), 'text/plain; charset=big5', '嘅咗'],
    ['EUC-JP with a byte of another', Buffer.from([0x80, 0x41]), 'text/plain; charset=euc-jp', undefined],
    ['a mark before the header', Buffer.from([0xef, 0xbb, 0xbf, ...utf8]), 'text/plain; charset=latin1', 'Marée 🔔'],
    ['UTF-16 by its mark', Buffer.from('\ufeffMar\u00e9e', 'utf16le'), 'text/plain', 'Marée'],
  ] as const
  for (const [title, body, type, text] of cases) t.equal(decodeBody(body, type), text, title)
})

t.test('a page is decoded by the declaration that a browser would use', async (t) => {
  const read = (page: string, type = 'text/html', encode = (text: string) => Buffer.from(text)) =>
    decodeBody(encode(page), type)?.replace(/^.*>/s, '')
  const inUtf8 = {
    'one in a comment is none': '<!-- <meta charset="windows-1252"> --><meta charset="utf-8">Zoë',
    'nor is one in a description': '<meta name="description" content="charset=gbk"><meta charset="utf-8">Zoë',
    'a label of UTF-16 means UTF-8': '<meta charset=unicode>Zoë',
    'and so it does in the older form': '<meta http-equiv=content-type content="text/html; charset=utf-16le">Zoë',
    'an unknown label is passed over': '<meta charset="utf-7"><meta charset="utf-8">Zoë',
    'two unknown ones': '<meta charset=klingon><meta charset=none>Zoë',
    'an attribute of another element': '<body data-x="<meta charset=gbk>"><div charset=gbk>Zoë',
    'a title that speaks of it': '<title>charset=gbk</title>Zoë',
    'the word in capitals, without quotes': '<META CHARSET=UTF-8 />Zoë',
    'attributes in another order': '<meta content="text/html;charset=utf-8" http-equiv="Content-Type">Zoë',
    'content without its pragma': '<meta content="text/html;charset=gbk">Zoë',
  }
  for (const [title, page] of Object.entries(inUtf8)) t.equal(read(page), 'Zoë', title)
  for (const header of ['text/html; charset=none', 'text/html; charset=""', 'text/html; charset=utf-7', 'nonsense']) {
    t.equal(read('<meta charset=utf-8>Zoë', header), 'Zoë', header)
  }
  const latin1 = (text: string) => Buffer.from(text, 'latin1')
  const inLatin1 = {
    'a declaration in XML': '<?xml version="1.0" encoding="ISO-8859-1"?><p>Zoë',
    'x-user-defined means windows-1252': '<meta charset=x-user-defined>Zoë',
    'the older form': '<meta http-equiv="Content-Type" content="text/html; charset=latin1">Zoë',
    'the first of two': '<meta charset=windows-1252><meta charset=utf-8>Zoë',
  }
  for (const [title, page] of Object.entries(inLatin1)) t.equal(read(page, 'text/html', latin1), 'Zoë', title)
  t.equal(read('<?xml version="1.0" encoding="ISO-8859-1"?><p>Zoë', 'application/xhtml+xml', latin1), 'Zoë')
  t.equal(read('<meta charset=latin1>Zoë', 'none', latin1), 'Zoë', 'a page that does not say what it is')
  t.equal(read('<meta charset=latin1>Zoë', 'text/html; charset=utf-8'), 'Zoë', 'the header counts before the page')
})

t.test('of several media types the last that is one counts', async (t) => {
  const cases = [
    ['text/html, text/html; charset=utf-8', { name: 'text/html', charset: 'utf-8' }],
    ['text/html; charset=gbk, text/plain, text/html', { name: 'text/html', charset: undefined }],
    ['text/html; charset=gbk, text/plain', { name: 'text/plain', charset: undefined }],
    ['text/html, none', { name: 'text/html', charset: undefined }],
    [' TEXT/HTML ;; charset="UTF\\-8" ', { name: 'text/html', charset: 'UTF-8' }],
    ['text/html;charset="utf-8', { name: 'text/html', charset: 'utf-8' }],
    ['*/*', { name: '', charset: undefined }],
    ['', { name: '', charset: undefined }],
  ] as const
  for (const [value, type] of cases) t.same(parseMediaType({ 'content-type': value }), type, value)
})

t.test('a text that is not in its declared charset is refused', async (t) => {
  t.equal(decodeBody(latin), undefined, 'Latin-1 that says nothing')
  t.equal(decodeBody(latin, 'text/html; charset=utf-8'), undefined, 'Latin-1 that says UTF-8')
  t.equal(decodeBody(Buffer.from('<meta charset=latin1>Zo\xeb', 'latin1'), 'text/plain'), undefined, 'no page')
  t.equal(decodeBody(Buffer.from([0xed, 0xa0, 0x80])), undefined, 'half a pair written as UTF-8')
  t.equal(decodeBody(utf8.subarray(0, -2)), undefined, 'a last character that is half')
})

t.test('Retry-After is read as milliseconds', async (t) => {
  const now = Date.parse('2026-03-01T10:00:00Z')
  const cases = [
    ['7', 7_000],
    ['0', 0],
    ['Sun, 01 Mar 2026 10:00:30 GMT', 30_000],
    ['Sun, 01 Mar 2026 09:00:00 GMT', 0],
    ['99999999', 86_400_000],
    ['7, 7', 7_000],
    ['Sun, 01 Mar 2026 10:00:30 GMT, Sun, 01 Mar 2026 10:00:30 GMT', 30_000],
    ['soon', undefined],
    ['', undefined],
    [undefined, undefined],
  ] as const
  for (const [value, ms] of cases) t.equal(readRetryAfterMs(value, now), ms, String(value))
})
