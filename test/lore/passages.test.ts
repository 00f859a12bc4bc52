import t from 'tap'
import { buildNameMatcher } from '#src/research/artist-name.ts'
import { findParagraph } from '#src/research/lore/passages.ts'

t.test('a heading in a script without a full stop is not prose, whatever it quotes', (t) => {
  const heading =
    '「夜の港」を作ったマーラ・クイルに聞く、父のこと、船のこと、そして冬の海辺の礼拝堂でオルガンを覚えた長い年月のことについての特集記事'
  const prose =
    'マーラ・クイルは港の礼拝堂でオルガンを覚えた。父は調律師で、冬のあいだは毎晩そこで弾いていた。最初の録音もその礼拝堂で行われ、二年後に発表された。'
  const text = `${heading}\n\n${prose}`
  const found = findParagraph({ sourceId: 'a', start: 0, text, isEnd: true }, buildNameMatcher('Mara Quill'), 'prose')
  t.equal(text.slice(found?.start, found?.end), prose)
  t.end()
})
