import t from 'tap'
import { writeMemorySentences } from '#src/clients/console/page/sitting/memory-sentences.ts'

type Entry = Parameters<typeof writeMemorySentences>[0][number]
type FieldName = Entry['fields'][number]['name']

const entry = (entryId: string, kind: Entry['kind'], texts: Partial<Record<FieldName, string | null>>): Entry => ({
  entryId,
  kind,
  metadata: kind === 'boundary' ? { scope: 'sitting' } : {},
  fields: Object.entries(texts).map(([name, text]) => ({
    name: name as FieldName,
    text,
    start: 0,
    end: text?.length ?? 0,
    totalChars: text?.length ?? 0,
    complete: true,
  })),
})

const read = (entries: Entry[]) =>
  writeMemorySentences(entries).map(({ parts }) =>
    parts.map(({ text, isQuoted }) => (isQuoted ? `“${text}”` : text)).join(' '),
  )

t.test('what to respect is written in sentences, the boundaries first', async (t) => {
  t.same(
    read([
      entry('a', 'latest_answer', { question: 'Who rang?', answer: 'I did.' }),
      entry('b', 'correction', { claim: 'She rang.', correction: 'He rang.' }),
      entry('c', 'correction', { claim: 'It broke.', correction: null }),
      entry('d', 'boundary', { question: 'Who rang?', wording: 'Nothing of the bell.' }),
    ]),
    [
      'Not to be asked, in the artist’s own words: “Nothing of the bell.” It was said at the question “Who rang?” and holds for this sitting.',
      'The artist called this wrong: “She rang.” Right is: “He rang.”',
      'The artist called this wrong: “It broke.” It is left out, and the artist gave no other words for it.',
      'Asked “Who rang?” the artist answered last: “I did.”',
    ],
  )
})

t.test('an entry that goes on over pages is one sentence with its whole texts', async (t) => {
  t.same(
    read([
      entry('a', 'latest_answer', { question: 'Who rang?', answer: 'I rang ' }),
      entry('a', 'latest_answer', { answer: 'twice 😀.' }),
    ]),
    ['Asked “Who rang?” the artist answered last: “I rang twice 😀.”'],
  )
})
