import t from 'tap'
import { findFirstFlaw } from '#src/text/wellformed.ts'

t.test('a value whose strings can all be stored has no flaw', async (t) => {
  for (const value of [null, true, 1.5, '', 'é😀\uffff', [], {}, { a: [{ b: ['\ufffd', null] }] }, undefined]) {
    t.equal(findFirstFlaw(value), undefined)
  }
})

t.test('the first flaw is named with its place, in document order', async (t) => {
  t.same(findFirstFlaw('a\u0000'), { path: [], flaw: 'nul' })
  t.same(findFirstFlaw('\ude00\ud83d'), { path: [], flaw: 'lone_surrogate' }, 'a pair the wrong way round')
  const body = { ordinal: 1, references: [{ quote: 'fine' }, { quote: 'x\ud800' }], question: '\u0000' }
  t.same(findFirstFlaw(body), { path: ['references', 1, 'quote'], flaw: 'lone_surrogate' })
})

t.test('a flawed property name is reported at its object', async (t) => {
  t.same(findFirstFlaw({ a: { 'b\u0000': 1 } }), { path: ['a'], flaw: 'nul' })
  t.same(findFirstFlaw([{ '\udfff': 1 }]), { path: [0], flaw: 'lone_surrogate' })
})

t.test('a body nested 200,000 deep and a list of a million items are walked without overflow', async (t) => {
  let deep: unknown = 'bottom\ud800'
  for (let n = 0; n < 200_000; n++) deep = n % 2 === 0 ? [deep] : { in: deep }
  t.equal(findFirstFlaw(deep)?.path.length, 200_000)
  const wide = new Array(1_000_000).fill('x')
  wide[999_999] = '\u0000'
  t.same(findFirstFlaw(wide)?.path, [999_999])
})
