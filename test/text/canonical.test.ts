import fc from 'fast-check'
import t from 'tap'
import { toCanonicalJson } from '#src/text/canonical.ts'
import { holds } from './holds.ts'

t.test(
  'values that two programs would write differently are refused at any depth, and named by their path',
  async (t) => {
    const strange = [undefined, () => 1, Symbol('x'), 1n, Number.NaN, Number.NEGATIVE_INFINITY, '\ud800', new Date(0)]
    for (const value of [...strange, new Map(), Buffer.from('x'), new Array(1)]) {
      t.throws(() => toCanonicalJson(value), { name: 'TypeError' })
      t.throws(() => toCanonicalJson([value]), { name: 'TypeError' })
      t.throws(() => toCanonicalJson({ a: value }), { name: 'TypeError', message: /\$\.a/ })
    }
    t.throws(() => toCanonicalJson({ '\udc00': 1 }), { name: 'TypeError' })
  },
)

t.test('parsing gives the value back', async (t) => {
  holds(
    t,
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
      // JSON.parse of JSON.stringify first: it writes -0 as 0, as the RFC does, so that -0 is no difference.
      t.strictSame(JSON.parse(toCanonicalJson(value)), JSON.parse(JSON.stringify(value)))
    }),
    500,
  )
})
