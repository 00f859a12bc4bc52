import t from 'tap'
import { buildNameMatcher } from '#src/research/artist-name.ts'
import { findParagraph, type ParagraphKind } from '#src/research/lore/passages.ts'

const names = buildNameMatcher('Mara Quill')
const find = (text: string, kind: ParagraphKind) => {
  const found = findParagraph({ sourceId: 'a', start: 0, text, isEnd: true }, names, kind)
  return text.slice(found?.start, found?.end)
}

t.test('a paragraph in a visitor’s voice does not speak for an artist whom the next one names', (t) => {
  const [visit, portrait] = [
    'I was late, and she had already poured the tea. I asked Mara Quill how she tunes the organ of the chapel.',
    'Mara Quill tunes the organ by ear, and has never owned a fork. Her father tuned it in the same way.',
  ]
  t.equal(find(`${visit}\n\n${portrait}`, 'named'), portrait)
  t.end()
})

t.test('a heading in a script without a full stop is not prose, whatever it quotes', (t) => {
  const heading =
    '「夜の港」を作ったマーラ・クイルに聞く、父のこと、船のこと、そして冬の海辺の礼拝堂でオルガンを覚えた長い年月のことについての特集記事'
  const prose =
    'マーラ・クイルは港の礼拝堂でオルガンを覚えた。父は調律師で、冬のあいだは毎晩そこで弾いていた。最初の録音もその礼拝堂で行われ、二年後に発表された。'
  const text = `${heading}\n\n${prose}`
  t.equal(find(text, 'prose'), prose)
  t.end()
})
