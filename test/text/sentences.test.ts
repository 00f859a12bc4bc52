import t from 'tap'
import { findSentences } from '#src/text/sentences.ts'
import { randomFrom, seed } from './seed.ts'
import { anyText, listWholeOffsets } from './strings.ts'

const read = (text: string) => findSentences(text).map(({ start, end }) => text.slice(start, end))

t.test('titles, initials and numbers do not end a sentence', async (t) => {
  t.same(read('Mr. Smith met Mme. Durand at No. 5 in St. Louis. He left. J. S. Bach stayed, as did J.S. Mill.'), [
    'Mr. Smith met Mme. Durand at No. 5 in St. Louis.',
    'He left.',
    'J. S. Bach stayed, as did J.S. Mill.',
  ])
  t.same(read('Op. 12 was new! (See vol. 3.) It began at 5 p.m. No one came.'), [
    'Op. 12 was new!',
    '(See vol. 3.)',
    'It began at 5 p.m.',
    'No one came.',
  ])
})

t.test('"No." is an answer unless a number follows', async (t) => {
  t.same(read('No. I never did. No. 7 is best.'), ['No.', 'I never did.', 'No. 7 is best.'])
})

t.test('a question or an exclamation inside speech goes on with the small letter after it', async (t) => {
  t.same(read('"Really?" she said. “Oh!” cried he. "Yes." He went.'), [
    '"Really?" she said.',
    '“Oh!” cried he.',
    '"Yes."',
    'He went.',
  ])
})

t.test('headings and paragraphs are separate sentences, whatever ends the line', async (t) => {
  for (const lineBreak of ['\n', '\r\n', '\n\n', '\u2029']) {
    t.same(read(`TONE PRODUCTION${lineBreak}The tone matters${lineBreak}and Mr.${lineBreak}Smith knew.`), [
      'TONE PRODUCTION',
      'The tone matters',
      'and Mr.',
      'Smith knew.',
    ])
  }
})

t.test('a line break inside wrapped prose does not end a sentence, a blank line does', async (t) => {
  const wrapped =
    'The harbour bell can be heard under the second chorus, as\r\nMr. Hale told us. Then the record ends, with the same\nbell.'
  t.same(read(wrapped), [
    'The harbour bell can be heard under the second chorus, as\r\nMr. Hale told us.',
    'Then the record ends, with the same\nbell.',
  ])
  t.equal(read(wrapped.replace('\r\n', '\r\n\r\n')).length, 3)
})

t.test('a text written all in small letters has sentences too', async (t) => {
  t.same(read('i grew up in graz. it was cold there! my brother left, e.g. for good. “never,” he said.'), [
    'i grew up in graz.',
    'it was cold there!',
    'my brother left, e.g. for good.',
    '“never,” he said.',
  ])
})

t.test('a run without letter or digit is no sentence', async (t) => {
  t.same(read('One.\n\n* * *\n\n😀\n\nTwo.'), ['One.', 'Two.'])
  t.same(read(''), [])
  t.same(read(' \r\n… — !'), [])
})

t.test('texts made to be slow are read once, however long they are', async (t) => {
  // A second pass over all text before takes minutes for each of these, beyond the time that a test has.
  const rows = ['! ha', '!', '?"', "'", '(', ' ', ' \n', '\n', 'a', 'aa! ', 'A. ', 'Mr. ', '_', '😀']
  for (const row of [...rows, `${'a'.repeat(50)}\n`]) {
    for (const text of [`ha${row.repeat(100_000)}`, `Ha!${row.repeat(100_000)}b`]) {
      t.ok(findSentences(text).length > 0, JSON.stringify(row.slice(0, 5)))
    }
  }
})

t.test('20,000 generated texts: windows are whole, trimmed, in order, and lose no letter', async (t) => {
  t.comment(`SEED=${seed}`)
  const random = randomFrom(seed)
  for (let n = 0; n < 20_000; n++) {
    const text = anyText(random, 60)
    const whole = new Set(listWholeOffsets(text))
    let before = 0
    let between = ''
    for (const { start, end } of findSentences(text)) {
      const slice = text.slice(start, end)
      const fits = start >= before && end > start && whole.has(start) && whole.has(end) && slice.trim() === slice
      if (!fits) return t.fail('a sentence has a wrong window', { text, start, end })
      between += text.slice(before, start)
      before = end
    }
    between += text.slice(before)
    if (/[\p{L}\p{N}]/u.test(between)) return t.fail('letters are outside every sentence', { text, between })
  }
  t.pass('every window fits')
})
