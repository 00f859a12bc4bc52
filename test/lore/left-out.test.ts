import t from 'tap'
import { findTouched, takeOut } from '#src/records/lore/edit.ts'
import { buildRules, type Rules } from '#src/records/memory/exclusions/find-excluded.ts'
import { runAtOnce } from '#src/text/time-slices.ts'
import { askAbout, buildAnswer, cite, composePage, interview, other, storeText } from './compose-page.ts'

const boundaries = [{ id: 'b', wording: 'Nothing about the accident.', questionKey: 'q', question: 'And?' }]

const listTouched = (page: Parameters<typeof findTouched>[0], rules: Rules) =>
  runAtOnce(findTouched(page, rules)).map(({ start, end }) => page.text.slice(start, end))

t.test('right words that a boundary keeps out do not stand where the wrong ones stood', async (t) => {
  const corrections = [{ id: 'c', claim: other.text, correction: 'Mara Quill lives in Hull since the accident.' }]
  const texts = [storeText(2, `${other.text} She sings.`)]
  const { text } = await composePage({ artistName: 'Mara Quill', texts, boundaries, corrections })
  t.match(text, '\n[…] She sings.\n')
})

t.test('right words that are corrected once more are not said, whatever mark stood before them', async (t) => {
  const texts = [storeText(2, `${other.text} She sings.`)]
  const compose = async (claim: string, correction: string | null) => {
    const first = { id: 'c', claim: other.text, correction: 'In a barn.' }
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
  t.same(listTouched({ text, citations }, rules), [corrected])
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
  t.same(listTouched(page, rules), ['Question: Question number 1?', `Mara Quill: ${first}`, ...rest])
  const leaveOut = (texts: string[], mark: string) => {
    const left = texts.map((text) => {
      const start = page.text.indexOf(text)
      return { start, end: start + text.length, because: 'correction', id: 'c', replacement: null } as const
    })
    const shortened = takeOut(page, left, () => mark)
    return listTouched(shortened, rules)
  }
  const numbered = leaveOut(['The fork is gone.'], '[1]')
  t.notOk(numbered.includes('My father laughed.'), 'the number of a source is no mark of what was left out')
  for (const mark of ['[…]', '[Mara Quill says: by [a] fork.]']) {
    for (const [n, sentence] of sentences.entries()) {
      const touched = leaveOut([sentence, 'Question number 2?'], mark).join('\n')
      for (const said of sentences.toSpliced(n, 1)) t.ok(touched.includes(said))
      t.notOk(touched.includes('another dog'), 'the next question ends it')
    }
  }
})

t.test('a page shows five posts of the fifteen newest, also where a boundary leaves newer ones out', async (t) => {
  for (const bounded of [3, 11]) {
    const posts = Array.from({ length: 16 }, (_, n) => {
      const text = n < bounded ? `The accident number ${n} is nobody's.` : `Low tide number ${n}, and the boats hum.`
      return storeText(n, text, { kind: 'social_caption' })
    })
    const { text } = await composePage({ artistName: 'Mara Quill', texts: posts, boundaries })
    t.equal(text.match(/^Post \[\d\]\n\nLow tide/gm)?.length, Math.min(5, 15 - bounded))
    t.notMatch(text, /accident/)
  }
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

t.test('of a source three sentences may open a page, and of all sources the twenty shortest', async (t) => {
  const singer = 'Mara Quill is a singer from Orrin, and lives there in the house of her grandmother.'
  const opens = async (sources: number, each: number) => {
    const bounded = 'Mara Quill is a singer since the accident. '.repeat(each)
    const texts = Array.from({ length: sources }, (_, n) => storeText(n, `${bounded}${singer}`))
    return (await composePage({ artistName: 'Mara Quill', texts, boundaries })).text.startsWith(singer)
  }
  t.same([await opens(1, 2), await opens(1, 3), await opens(10, 2)], [true, false, false])
})
