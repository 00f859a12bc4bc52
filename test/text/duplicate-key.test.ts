import fc from 'fast-check'
import t from 'tap'
import { findDuplicateKey } from '#src/text/duplicate-key.ts'

t.test('a serialized value has each key once', async (t) => {
  fc.assert(fc.property(fc.json(), (json) => findDuplicateKey(json) === undefined))
  fc.assert(fc.property(fc.jsonValue(), (value) => findDuplicateKey(JSON.stringify(value, null, '\t')) === undefined))
  t.equal(findDuplicateKey('{"a":{"a":[{"a":1},{"a":2}]},"b":"\\"a\\":1,\\"a\\":2","c":"\\\\"}'), undefined)
})

t.test('a duplicate key is found at its path, whatever is around it', async () => {
  const key = fc.string({ unit: 'binary' })
  fc.assert(
    fc.property(key, fc.array(fc.json()), fc.json(), fc.json(), (name, before, first, second) => {
      const written = JSON.stringify(name)
      const escaped = `"${[...Array(name.length).keys()].map((at) => `\\u${name.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')}"`
      const json = `[${[...before, `{${written}:${first} , ${escaped}: ${second}}`].join(',')}]`
      const path = findDuplicateKey(json)
      return path?.length === 2 && path[0] === before.length && path[1] === name
    }),
  )
})

t.test('a deep body and one of many escapes are walked in linear time', async (t) => {
  t.equal(findDuplicateKey(`${'['.repeat(200_000)}${']'.repeat(200_000)}`), undefined)
  const long = JSON.stringify({ a: '\\'.repeat(500_000), b: '"'.repeat(500_000) })
  t.equal(findDuplicateKey(long), undefined)
  t.same(findDuplicateKey(`{"x":${long},"x":1}`), ['x'])
})
