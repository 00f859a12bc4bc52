import t from 'tap'
import { decodeText, retryAfterMs } from '#src/research/providers/http/index.ts'

const decoded = (body: Buffer | string, type?: string, truncated = false) =>
  decodeText({
    body: typeof body === 'string' ? Buffer.from(body) : body,
    headers: type === undefined ? {} : { 'content-type': type },
    truncated,
  })

const latin = Buffer.from('Mar\u00e9e', 'latin1')
const utf8 = Buffer.from('Mar\u00e9e \u{1f514}')

t.test('a text is read by the charset that it declares', async (t) => {
  const cases = [
    ['UTF-8 where nothing is said', utf8, undefined, 'Marée 🔔'],
    ['UTF-8 as said', utf8, 'text/html; charset="UTF-8"', 'Marée 🔔'],
    ['Latin-1 by the header', latin, 'text/html;charset=ISO-8859-1', 'Marée'],
    ['windows-1251', Buffer.from([0xcc, 0xe8, 0xf0]), 'text/plain; charset=windows-1251', 'Мир'],
    ['Shift_JIS', Buffer.from([0x8a, 0x43]), 'text/plain; charset=Shift_JIS', '海'],
    ['a mark before the header', Buffer.from([0xef, 0xbb, 0xbf, ...utf8]), 'text/plain; charset=latin1', 'Marée 🔔'],
    ['UTF-16 by its mark', Buffer.from('\ufeffMar\u00e9e', 'utf16le'), 'text/plain', 'Marée'],
    [
      'HTML by its own word',
      Buffer.concat([Buffer.from('<meta charset=latin1>'), latin]),
      'text/html',
      '<meta charset=latin1>Marée',
    ],
    [
      'HTML by the older word',
      Buffer.concat([Buffer.from('<meta http-equiv="Content-Type" content="text/html; charset=latin1">'), latin]),
      'text/html',
      '<meta http-equiv="Content-Type" content="text/html; charset=latin1">Marée',
    ],
    ['HTML that cannot mean UTF-16', '<meta charset="utf-16">é', 'text/html', '<meta charset="utf-16">é'],
  ] as const
  for (const [what, body, type, text] of cases) t.equal(decoded(body, type), text, what)
})

t.test('a text that is not what it declares is no text', async (t) => {
  t.equal(decoded(latin), undefined, 'Latin-1 that says nothing')
  t.equal(decoded(latin, 'text/html; charset=utf-8'), undefined, 'Latin-1 that says UTF-8')
  t.equal(decoded(Buffer.from('<meta charset=latin1>').subarray(0), 'text/plain'), '<meta charset=latin1>')
  t.equal(decoded('x', 'text/plain; charset=klingon'), undefined, 'a charset that nobody knows')
  t.equal(decoded(Buffer.from([0xed, 0xa0, 0x80])), undefined, 'half a pair written as UTF-8')
  t.equal(decoded(utf8.subarray(0, -2)), undefined, 'a last character that is half')
})

t.test('where a body was cut off, half a character at its end is left out', async (t) => {
  t.equal(decoded(utf8.subarray(0, -2), undefined, true), 'Marée ')
  t.equal(decoded(Buffer.concat([latin, utf8]), undefined, true), undefined, 'but nowhere else')
})

t.test('how long a server asks to be left alone', async (t) => {
  const now = Date.parse('2026-03-01T10:00:00Z')
  const cases = [
    ['7', 7_000],
    ['0', 0],
    ['Sun, 01 Mar 2026 10:00:30 GMT', 30_000],
    ['Sun, 01 Mar 2026 09:00:00 GMT', 0],
    ['99999999', 86_400_000],
    ['soon', undefined],
    ['', undefined],
    [undefined, undefined],
  ] as const
  for (const [value, ms] of cases) t.equal(retryAfterMs(value, now), ms, String(value))
})
