import t from 'tap'
import { validate } from 'uuid'
import { generateUuidBetween } from '#src/queue/random-uuid.ts'

const [least, greatest] = ['01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-0000000009c4']

t.test('a random uuid lies between the two, in every part of the range', async (t) => {
  const places = Array.from({ length: 2_000 }, () => generateUuidBetween(least, greatest))
  t.ok(places.every((place) => validate(place) && place >= least && place < greatest))
  const tenths = new Set(places.map((place) => Math.floor(Number.parseInt(place.slice(-3), 16) / 250)))
  t.equal(tenths.size, 10)
})

t.test('a range of one has one uuid', async (t) => {
  t.equal(generateUuidBetween(least, least), least)
})
