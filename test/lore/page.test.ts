import t from 'tap'
import { findTouched, takeOut } from '#src/records/lore/edit.ts'
import { buildRules } from '#src/records/memory/exclusions/find-excluded.ts'
import { compose } from '#src/research/lore/compose.ts'
import { pageChars } from '#src/research/lore/limits.ts'
import { runAtOnce } from '#src/text/time-slices.ts'
import { buildAnswer, cite, composePage, storeText } from './compose-page.ts'

const paragraphs = [
  'Quill, the English singer, was met in the kitchen of her house, where the tapes are kept.',
  '"I tune the organ by ear, and I have never owned a fork. My father tuned it so, and his father before him; they held that a fork is for those who do not live in the room." She laughed, and poured the tea, and told the story of the fork that fell into the harbour. It lies there still, she said, and at low water the boats hum to it, so that the whole of Orrin is in tune from March to the first storm of the autumn, and out of tune in the winter like any other town.',
  'The kettle boiled.',
  '"A song is done when the dog leaves the room. It has a better ear than the critics, and it wants its dinner. I have thrown away eleven songs on its advice, and I miss two of them."',
]
const salt = { title: 'Salt', publisher: 'Coast Review', publishedAt: '2019' }
const interview = storeText(1, paragraphs.join('\n\n'), salt)
const tapes = 'Mara Quill lives in Orrin, and keeps every tape in the drawer below the bread.'
const other = storeText(2, tapes, { title: 'Tapes' })
const boundaries = [{ id: 'b', wording: 'Nothing about the accident.', questionKey: 'q', question: 'And?' }]
const askAbout = (n: number, answer: string, quote: string, year = 2026) =>
  buildAnswer(n, answer, { question: `Question number ${n}?`, references: [cite(interview, quote)], year })

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
  const untitled = storeText(2, tapes, { url: 'https://www.a.example/b' })
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

t.test('right words that a boundary keeps out do not stand where the wrong ones stood', async (t) => {
  const corrections = [{ id: 'c', claim: tapes, correction: 'Mara Quill lives in Hull since the accident.' }]
  const texts = [storeText(2, `${tapes} She sings.`)]
  const { text } = await composePage({ artistName: 'Mara Quill', texts, boundaries, corrections })
  t.match(text, '\n[…] She sings.\n')
})

t.test('right words that are corrected once more are not said, whatever mark stood before them', async (t) => {
  const texts = [storeText(2, `${tapes} She sings.`)]
  const compose = async (claim: string, correction: string | null) => {
    const first = { id: 'c', claim: tapes, correction: 'In a barn.' }
    const corrections = [first, { id: 'd', claim, correction }]
    return (await composePage({ artistName: 'Mara Quill', texts, corrections })).text
  }
  const claim = '[corrected by Mara Quill: In a barn.]'
  t.match(await compose(claim, 'In a kitchen.'), '\n[corrected by Mara Quill: In a kitchen.] She sings.\n')
  for (const one of [claim, 'In a barn.', `It rained. ${claim}`])
    t.match(await compose(one, null), '\n[…] She sings.\n')
})

t.test('a corrected sentence above an answer leaves the answer as it is', (t) => {
  const [corrected, answer] = ['The organ was tuned in Vienna.', 'By ear, still.']
  const text = `${corrected}\n\n${answer}`
  const place = { kind: 'answer', id: 'a', revision: 'r', quoteStart: 0, quoteEnd: answer.length } as const
  const citations = [{ ...place, start: text.indexOf(answer), end: text.length }]
  const rules = runAtOnce(buildRules('Mara Quill', [], [{ id: 'c', claim: corrected, correction: null }]))
  const touched = runAtOnce(findTouched({ text, citations }, rules))
  const said = touched.map(({ start, end, because }) => [text.slice(start, end), because])
  t.same(said, [[corrected, 'correction']])
  t.end()
})

t.test('a boundary on a question touches it and its whole answer, whatever was left out of it before', async (t) => {
  const sentences = ['By ear, still.', 'The fork is gone.', 'My father laughed.']
  const answers = [
    askAbout(2, 'It is another dog.', 'dog leaves the room'),
    askAbout(1, sentences.join('\n\n'), 'I tune the organ by ear'),
  ]
  const page = await composePage({ artistName: 'Mara Quill', texts: [interview, other], answers })
  const boundary = { id: 'b', wording: 'Nothing about my brother.', questionKey: 'q1', question: 'Question number 1?' }
  const rules = runAtOnce(buildRules('Mara Quill', [boundary], []))
  const [first, ...rest] = sentences
  const touched = runAtOnce(findTouched(page, rules)).map(({ start, end }) => page.text.slice(start, end))
  t.same(touched, ['Question: Question number 1?', `Mara Quill: ${first}`, ...rest])
  const start = page.text.indexOf('The fork is gone.')
  const gone = { start, end: start + 17, because: 'correction', id: 'c', replacement: null } as const
  const numbered = takeOut(page, [gone], () => '[1]')
  const before = runAtOnce(findTouched(numbered, rules)).map(({ start, end }) => numbered.text.slice(start, end))
  t.notOk(before.includes('My father laughed.'), 'the number of a source is no mark of what was left out')
  for (const mark of ['[…]', '[Mara Quill says: by [a] fork.]']) {
    for (const [n, sentence] of sentences.entries()) {
      const left = [sentence, 'Question number 2?'].map((text) => {
        const start = page.text.indexOf(text)
        return { start, end: start + text.length, because: 'correction', id: 'c', replacement: null } as const
      })
      const shortened = takeOut(page, left, () => mark)
      const touched = runAtOnce(findTouched(shortened, rules)).map(({ start, end }) => shortened.text.slice(start, end))
      for (const said of sentences.toSpliced(n, 1)) t.ok(touched.some((text) => text.includes(said)))
      t.notOk(
        touched.some((text) => text.includes('another dog')),
        'the next question ends it',
      )
    }
  }
})

t.test('a page shows five posts of the fifteen newest, also where a boundary leaves newer ones out', async (t) => {
  for (const bounded of [3, 11]) {
    const posts = Array.from({ length: 16 }, (_, n) =>
      storeText(n, n < bounded ? `The accident number ${n} is nobody's.` : `Low tide number ${n}, and the boats hum.`, {
        kind: 'social_caption',
      }),
    )
    const { text } = await composePage({ artistName: 'Mara Quill', texts: posts, boundaries })
    t.equal(text.match(/^Post \[\d\]\n\nLow tide/gm)?.length, Math.min(5, 15 - bounded))
    t.notMatch(text, /accident/)
  }
})

t.test('of a source three sentences may open a page, and of all sources the twenty shortest', async (t) => {
  const singer = 'Mara Quill is a singer from Orrin, and lives there in the house of her grandmother.'
  const opens = async (sources: number, each: number) => {
    const bounded = 'Mara Quill is a singer since the accident. '.repeat(each)
    const texts = Array.from({ length: sources }, (_, n) => storeText(n, `${bounded}${singer}`))
    return (await composePage({ artistName: 'Mara Quill', texts, boundaries })).text.startsWith(singer)
  }
  t.same([await opens(1, 2), await opens(1, 3), await opens(10, 2)], [true, false, false])
})

t.test('a source whose title a boundary touches is neither named nor quoted; answers about it stay', async (t) => {
  const titled = { title: 'The accident at the quay' }
  const cited = storeText(3, 'Mara Quill mended the boat in one winter, and it still leaks at low water.', titled)
  const sold = 'Mara Quill is an English singer. She sold the van to a baker, who painted it green.'
  const uncited = storeText(4, sold, titled)
  const answers = [buildAnswer(1, 'It leaks less now.', { references: [cite(cited, 'still leaks')] })]
  const input = { artistName: 'Mara Quill', texts: [cited, uncited, other], answers }
  t.match((await composePage(input)).text, /^Mara Quill is an English singer\..*accident.*mended.*accident.*sold/s)
  const { text } = await composePage({ ...input, boundaries })
  t.notMatch(text, /accident|mended|sold|English singer/)
  t.match(text, 'It leaks less now.')
  t.match(text, '“Tapes” [1]')
  const composeOf = async (more: Partial<typeof uncited>) =>
    (await composePage({ ...input, texts: [{ ...uncited, title: null, ...more }], boundaries })).text
  t.notMatch(await composeOf({ publisher: 'Accident Weekly' }), 'sold')
  t.match(await composeOf({ url: 'https://a.example/her-accident' }), /^(?!.*accident).*sold/s, 'without its address')
  const corrections = [{ id: 'c', claim: titled.title, correction: null }]
  t.match((await composePage({ ...input, corrections })).text, /^(?!.*accident).*mended.*sold/s, 'without its title')
})

t.test('an answer stands at a passage that it cites, also where a boundary leaves out another one', async (t) => {
  const bounded = { ...interview, title: 'The accident' }
  const references = [cite(bounded, 'I tune the organ by ear'), cite(other, 'keeps every tape')]
  const answers = [{}, { questionKey: 'q' }, { question: ' AND?' }].map((more, at) =>
    buildAnswer(at + 1, 'All of them.', { references, ...more }),
  )
  const { text } = await composePage({ artistName: 'Mara Quill', texts: [bounded, other], answers, boundaries })
  t.equal(text.match(/^Question: /gm)?.length, 1, 'of a bounded question neither its key nor its words')
  t.ok(text.includes(`${other.text}\n\nIn conversation, 2026\n\nQuestion: What about matter number 1?`))
  t.notMatch(text, /accident|organ/)
})

t.test('two million characters are read for a page; a source that is cited has its place in them', async (t) => {
  const endless = 'salt harbour '.repeat(17_000)
  const texts = Array.from({ length: 10 }, (_, n) => storeText(n + 10, endless))
  const answers = [askAbout(1, 'By ear, still.', 'I tune the organ by ear')]
  const compose = async (...stored: typeof texts) =>
    (await composePage({ artistName: 'Mara Quill', texts: [...stored, other], answers })).text
  const half = storeText(20, endless.slice(0, 100_000))
  t.ok((await compose(...texts.slice(1), half)).includes(tapes))
  t.notOk((await compose(...texts)).includes(tapes))
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
