import t from 'tap'
import { compose } from '#src/research/lore/compose.ts'
import { pageChars } from '#src/research/lore/limits.ts'
import { askAbout, buildAnswer, cite, composePage, interview, other, paragraphs, storeText } from './compose-page.ts'

t.test('a source is named once where its passages stand together, a conversation once where it begins', async (t) => {
  const cited = [
    askAbout(2, 'It is another dog.', 'dog leaves the room'),
    askAbout(1, 'By ear, still.', 'I tune the organ by ear'),
  ]
  const references = cited.map((one) => ({ ...one, kind: 'answer' as const, start: 0, end: 2 }))
  const last = buildAnswer(4, 'So does the cat.', { references: references.slice(0, 1) })
  const answers = [last, buildAnswer(3, 'The dog hears it too.', { references }), ...cited]
  const input = { artistName: 'Mara Quill', texts: [interview, other], answers }
  const { text } = await composePage(input)
  t.equal(
    text,
    [
      '“Salt”, Coast Review, 2019 [1]',
      `${paragraphs[0]}\n\n${paragraphs[1]}`,
      'In conversation, 2026',
      'Question: Question number 1?',
      'Mara Quill: By ear, still.',
      'Question: What about matter number 3?',
      'Mara Quill: The dog hears it too.',
      'From the same text [1]',
      paragraphs[3],
      'Question: Question number 2?',
      'Mara Quill: It is another dog.',
      'Question: What about matter number 4?',
      'Mara Quill: So does the cat.',
      '“Tapes” [2]',
      other.text,
      'Sources',
      '[1] “Salt”, Coast Review, 2019\n[2] “Tapes”',
    ].join('\n\n'),
  )
  t.equal((await composePage({ ...input, charsMax: 1_432 })).text, text)
  t.notMatch((await composePage({ ...input, charsMax: 1_431 })).text, 'Tapes', 'there is no room for it')
  const older = [cited[0] as (typeof cited)[number], { ...(cited[1] as (typeof cited)[number]), year: 2024 }]
  const years = (await composePage({ artistName: 'Mara Quill', texts: [interview], answers: older })).text
  t.match(years, /In conversation, 2024[\s\S]*In conversation, 2026/, 'another year is said')
  const untitled = storeText(2, other.text, { url: 'https://www.a.example/b' })
  t.match((await composePage({ artistName: 'Mara Quill', texts: [untitled] })).text, '[1] a.example. https://')
})

t.test('an answer that the continued text has is not said again, unless it is as short as chance', async (t) => {
  const told = 'The harmonium came from a sunken chapel.'
  const answers = ['Ten', 'No.', told].map((answer, n) => buildAnswer(n, answer))
  const precedingText = `Tension is all. No. ${told}`
  const { text } = await composePage({ artistName: 'Mara Quill', texts: [], answers, precedingText })
  for (const short of ['Mara Quill: Ten', 'Mara Quill: No.']) t.ok(text.includes(short), short)
  t.notMatch(text, new RegExp(`${told}|Sources`))
  const exact = { artistName: 'Mara Quill', texts: [], answers: answers.slice(0, 2), charsMax: 193 }
  const filled = (await composePage(exact)).text
  t.match(filled, 'Mara Quill: Ten', 'what takes all the room that is left is printed')
  t.notMatch(filled, 'Mara Quill: No.', 'and nothing more')
  t.equal((await composePage({ ...exact, answers: [] })).text, '')
})

t.test('the fixed words are in the language of the conversation, else in that of the sources', async (t) => {
  const tuned = 'Mara Quill stimmt die Orgel nach dem Gehör, und sie hat nie eine Stimmgabel besessen.'
  const print = async (...answers: ReturnType<typeof buildAnswer>[]) =>
    (await composePage({ artistName: 'Mara Quill', texts: [storeText(5, tuned, { title: ' ' })], answers })).text
  t.match(await print(), 'Quellen\n\n[1] Ohne Titel')
  const said = buildAnswer(1, '耳で合わせます。', { question: 'オルガンは？', year: null })
  t.match(await print(said), '対話から\n')
  t.match(await print({ ...said, year: 2026 }), '対話から（2026年）\n')
  t.match(await print(buildAnswer(1, 'I tune it by ear.', { year: null })), 'In conversation\n')
})

t.test('what was said of an earlier revision of a source stands below none of its passages', async (t) => {
  const citation = cite(interview, 'I tune the organ by ear')
  const asked = [
    askAbout(3, 'It is another dog.', 'dog leaves the room'),
    askAbout(1, 'By ear, still.', 'I tune the organ by ear'),
  ]
  for (const window of [{}, { end: 500 }]) {
    const references = [{ ...citation, revision: '0'.repeat(64), ...window }]
    const answers = [buildAnswer(2, 'That text has gone.', { references }), ...asked]
    const { text } = await composePage({ artistName: 'Mara Quill', texts: [interview], answers })
    t.match(text, /By ear, still\.\n\nFrom the same text[\s\S]*It is another dog\.\n\n.*\n\n.*That text has gone\./)
  }
})

t.test('a passage begins and ends with its paragraph, and with what its paragraph announces', async (t) => {
  const long = `The lamp was lit. ${'She spoke of the sea for a while. '.repeat(36)}Then the tide came in.`
  const announcing =
    'Quill has one rule for all of her pupils, and it hangs above the door of the room in which she works:'
  const note = ['She put out the lamp.', '* * *', 'I met the singer again in Hull.']
  const stored = storeText(3, [long, announcing, '"Never sing before the kettle."', ...note].join('\n\n'))
  const answers = [
    buildAnswer(3, 'Three.', { references: [cite(stored, 'out the lamp')] }),
    buildAnswer(2, 'Two.', { references: [cite(stored, 'one rule')] }),
    buildAnswer(1, 'One.', { references: [cite(stored, 'Then the tide')] }),
  ]
  const { text } = await composePage({ artistName: 'Mara Quill', texts: [stored], answers })
  t.ok(text.includes(long), 'whole')
  t.ok(text.includes(`${announcing}\n\n"Never sing before the kettle."`))
  t.notMatch(text, /\* \* \*|met the singer/, 'nothing is printed across a separator')
  t.match(text, /tide came in\.\n\n[\s\S]*: One\.\n\nFrom the same text/, 'what is said of a paragraph stands below it')
})

t.test('a long source gives one whole paragraph; the shortest sentence about the artist opens', async (t) => {
  const sea = 'The tide came in, and the boats hummed to it, and nobody wrote it down. '.repeat(300)
  const organ = 'Mara Quill tuned the organ by ear, and the whole of Orrin knew of it before the winter'
  const cut = `${organ}, since Mara Quill had told the baker and the wife of the baker.`
  const before = `${sea.slice(0, pageChars - organ.length - 3)}.`
  const long = storeText(3, [before, cut, `${organ}.`, sea, `${organ} of 1911.`].join('\n\n'))
  const singer = storeText(4, 'Mara Quill is a singer from Orrin.')
  const { text } = await composePage({ artistName: 'Mara Quill', texts: [long, interview, singer] })
  t.ok(text.startsWith(`${singer.text} — `))
  t.equal(text.match(/^.*organ.*$/gm)?.join(), `${organ}.`)
})

t.test('two million characters are read for a page; a source that is cited has its place in them', async (t) => {
  const endless = 'salt harbour '.repeat(17_000)
  const texts = Array.from({ length: 10 }, (_, n) => storeText(n + 10, endless))
  const answers = [askAbout(1, 'By ear, still.', 'I tune the organ by ear')]
  const compose = async (...stored: typeof texts) =>
    (await composePage({ artistName: 'Mara Quill', texts: [...stored, other], answers })).text
  const half = storeText(20, endless.slice(0, 100_000))
  t.ok((await compose(...texts.slice(1), half)).includes(other.text))
  t.notOk((await compose(...texts)).includes(other.text))
  t.ok((await compose(interview, ...texts)).includes('By ear, still.'))
})

t.test('composing yields between sources and between answers, however many there are of both', async (t) => {
  const passages = Array.from({ length: 120 }, (_, n) => {
    const source = storeText(n, `I keep tape number ${n}.`)
    const cited = n % 2 === 0 ? [{ start: 0, end: 6 }] : []
    return { source, start: 0, end: source.text.length, text: source.text, cited }
  })
  let looked = 0
  const answers = passages.map(({ source }, n) => ({
    ...buildAnswer(n, 'So I do.'),
    get references() {
      looked += 1
      return n % 2 === 0 ? [cite(source, 'I keep')] : []
    },
  }))
  const records = { artistName: 'Mara Quill', answers, passages, introductions: [], boundaries: [], corrections: [] }
  const composing = compose({ ...records, charsMax: 20_000 })
  let most = 0
  for (let step = composing.next(); step.done !== true; step = composing.next()) {
    most = Math.max(most, looked)
    looked = 0
  }
  t.ok(most <= 3 * answers.length, `at most ${most} looks at an answer in one step`)
})
