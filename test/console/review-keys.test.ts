import t from 'tap'
import { findNextInList, parseReviewKey } from '#src/clients/console/page/review/review-keys.ts'

const press = (key: string, held: object = {}, isTyping = false) =>
  parseReviewKey({ key, ctrlKey: false, altKey: false, metaKey: false, repeat: false, ...held }, isTyping)

t.test('each key of the review does one thing', async (t) => {
  t.same(
    ['j', 'k', 'o', 'u'].map((key) => press(key)),
    [{ name: 'move', by: 1 }, { name: 'move', by: -1 }, { name: 'read' }, { name: 'undo' }],
  )
  t.same(
    ['a', 'd', 'w', 'i'].map((key) => press(key)),
    ['approve', 'decline', 'wrong_artist', 'incorrect'].map((decision) => ({ name: 'decide', decision })),
  )
  for (const key of ['A', 'x', 'Enter', ' ', 'Tab']) t.equal(press(key), undefined, key)
})

t.test('no key does anything while something is typed, or beside another key of the browser', async (t) => {
  for (const key of ['j', 'a', 'u']) {
    t.equal(press(key, {}, true), undefined, `${key} is a letter`)
    for (const held of [{ ctrlKey: true }, { altKey: true }, { metaKey: true }])
      t.equal(press(key, held), undefined, `${key} with ${Object.keys(held)}`)
  }
})

t.test('a key that is held down moves on, but decides and undoes only once', async (t) => {
  t.same(press('j', { repeat: true }), { name: 'move', by: 1 })
  for (const key of ['a', 'd', 'w', 'i', 'o', 'u']) t.equal(press(key, { repeat: true }), undefined, key)
})

t.test('after a decision it is the turn of the next in the list, or of the one before at its end', async (t) => {
  t.equal(findNextInList(['a', 'b', 'c'], 'b'), 'c')
  t.equal(findNextInList(['a', 'b', 'c'], 'c'), 'b')
  t.equal(findNextInList(['a'], 'a'), undefined)
})
