import fc from 'fast-check'
import t from 'tap'
import { toCanonicalJson } from '#src/text/canonical.ts'
import { holds } from './holds.ts'

t.test('RFC 8785, 3.2.2 and 3.2.4: literals, numbers and escapes, down to the bytes', async (t) => {
  const value = JSON.parse(
    '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],' +
      String.raw`"string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/","literals":[null,true,false]}`,
  )
  const bytes =
    '7b226c69746572616c73223a5b6e756c6c2c747275652c66616c73655d2c226e756d62657273223a5b3333333333333333332e33333333' +
    '3333332c31652b33302c342e352c302e3030322c31652d32375d2c22737472696e67223a22e282ac245c75303030665c6e4127425c225c5c' +
    '5c5c5c222f227d'
  t.equal(Buffer.from(toCanonicalJson(value), 'utf8').toString('hex'), bytes)
})

t.test('RFC 8785, 3.2.3: names are ordered by UTF-16 code units, not by code points', async (t) => {
  const value = {
    '\u20ac': 'Euro Sign',
    '\r': 'Carriage Return',
    '\ufb33': 'Hebrew Letter Dalet With Dagesh',
    1: 'One',
    '\ud83d\ude00': 'Emoji: Grinning Face',
    '\u0080': 'Control',
    ö: 'Latin Small Letter O With Diaeresis',
  }
  t.same(Object.values(JSON.parse(toCanonicalJson(value).replace('"1"', '"one"'))), [
    'Carriage Return',
    'One',
    'Control',
    'Latin Small Letter O With Diaeresis',
    'Euro Sign',
    'Emoji: Grinning Face',
    'Hebrew Letter Dalet With Dagesh',
  ])
})

t.test('RFC 8785, appendix B: doubles given by their bits', async (t) => {
  const vectors: [bits: string, written: string][] = [
    ['0000000000000000', '0'],
    ['8000000000000000', '0'],
    ['0000000000000001', '5e-324'],
    ['8000000000000001', '-5e-324'],
    ['7fefffffffffffff', '1.7976931348623157e+308'],
    ['ffefffffffffffff', '-1.7976931348623157e+308'],
    ['4340000000000000', '9007199254740992'],
    ['c340000000000000', '-9007199254740992'],
    ['4430000000000000', '295147905179352830000'],
    ['44b52d02c7e14af5', '9.999999999999997e+22'],
    ['44b52d02c7e14af6', '1e+23'],
    ['44b52d02c7e14af7', '1.0000000000000001e+23'],
    ['444b1ae4d6e2ef4e', '999999999999999700000'],
    ['444b1ae4d6e2ef4f', '999999999999999900000'],
    ['444b1ae4d6e2ef50', '1e+21'],
    ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
    ['3eb0c6f7a0b5ed8d', '0.000001'],
    ['41b3de4355555553', '333333333.3333332'],
    ['41b3de4355555554', '333333333.33333325'],
    ['41b3de4355555555', '333333333.3333333'],
    ['41b3de4355555556', '333333333.3333334'],
    ['41b3de4355555557', '333333333.33333343'],
    ['becbf647612f3696', '-0.0000033333333333333333'],
    ['43143ff3c1cb0959', '1424953923781206.2'],
  ]
  for (const [bits, written] of vectors) t.equal(toCanonicalJson(parseDouble(bits)), written, bits)
  for (const bits of ['7fffffffffffffff', '7ff0000000000000'])
    t.throws(() => toCanonicalJson(parseDouble(bits)), TypeError)
})

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

t.test('the order of properties makes no difference, and canonical text is its own canonical form', async (t) => {
  const entries = fc.uniqueArray(fc.tuple(fc.string({ unit: 'binary' }), fc.jsonValue()), {
    selector: ([key]) => key,
  })
  holds(
    t,
    fc.property(entries, (pairs) => {
      const forwards = toCanonicalJson(plain(pairs))
      const backwards = toCanonicalJson(plain(pairs.toReversed()))
      return forwards === backwards && toCanonicalJson(JSON.parse(forwards)) === forwards
    }),
    1000,
  )
})

/** fromEntries defines own properties, so the name `__proto__` is like any other. */
function plain(pairs: [string, unknown][]): Record<string, unknown> {
  return Object.fromEntries(pairs)
}

function parseDouble(bits: string): number {
  return Buffer.from(bits, 'hex').readDoubleBE()
}
