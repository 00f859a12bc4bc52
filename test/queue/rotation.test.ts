import t from 'tap'
import { type QueuedArtist, Rotation } from '#src/queue/rotation.ts'

const at = (second: number) => `2026-03-04T10:00:${String(second).padStart(2, '0')}.000000Z`
const of = (artistId: string, second = 0): QueuedArtist => ({ artistId, queuedAt: at(second) })

/** A rotation of these artists, each with a job of its own second. */
function createRotation(...artistIds: string[]): Rotation {
  const rotation = new Rotation()
  rotation.join(artistIds.map((artistId) => of(artistId)))
  return rotation
}

/** Without the internal fields. */
const withoutState = (reservations: readonly QueuedArtist[]) =>
  reservations.map(({ artistId, queuedAt }) => ({ artistId, queuedAt }))
const names = (reservations: readonly QueuedArtist[]) => reservations.map(({ artistId }) => artistId).join('')
const job = (artistId: string, second = 0) => ({ artist_id: artistId, queued_at: at(second) })

/** Serves one claim after the other, each with a job or without; the artists that were asked. */
function serve(rotation: Rotation, times: number, has: (artistId: string) => boolean = () => true): string[] {
  return Array.from({ length: times }, () => {
    const reservations = rotation.take()
    const first = reservations.find(({ artistId }) => has(artistId))
    rotation.confirm(reservations, first && job(first.artistId))
    return names(reservations)
  })
}

t.test('a served artist goes to the end, and a new one after all others', async (t) => {
  const rotation = createRotation('a', 'b', 'c')
  t.same(serve(rotation, 4), ['a', 'b', 'c', 'a'])
  rotation.join([of('d')])
  t.same(serve(rotation, 5), ['b', 'c', 'a', 'd', 'b'])
  rotation.join([of('a')])
  t.same(serve(rotation, 4), ['c', 'a', 'd', 'b'], 'an artist who joins again keeps the place')
})

t.test('an artist without a due job leaves the rotation', async (t) => {
  const rotation = createRotation('a', 'b', 'c')
  t.same(
    serve(rotation, 1, () => false),
    ['a'],
  )
  t.equal(rotation.size, 2)
  t.same(serve(rotation, 1), ['bc'])
  t.same(serve(rotation, 3), ['c', 'b', 'c'])
  serve(rotation, 2, () => false)
  t.same(withoutState(rotation.take()), [])
})

t.test(
  'the more artists have no job, the more are asked at once, up to 64; the others keep their places',
  async (t) => {
    const rotation = createRotation(...Array.from({ length: 300 }, (_, n) => String.fromCharCode(500 + n)))
    t.same(
      serve(rotation, 8, () => false).map((reservations) => reservations.length),
      [1, 2, 4, 8, 16, 32, 64, 64],
    )
    const [tenth, next] = [String.fromCharCode(500 + 191 + 9), String.fromCharCode(500 + 191 + 10)]
    serve(rotation, 1, (artistId) => artistId === tenth)
    t.match(rotation.take(), { length: 18, 0: of(next) }, 'nine had nothing, so twice as many are asked')
  },
)

t.test(
  'concurrent claims do not block each other, and an artist with all the jobs is claimed from by all',
  async (t) => {
    const rotation = createRotation('a', 'b')
    const [one, two, three] = [rotation.take(), rotation.take(), rotation.take()]
    t.same([one, two, three].map(names), ['a', 'b', 'a'])
    rotation.confirm(two, job('b'))
    t.equal(names(rotation.take()), 'b')
  },
)

t.test('a claim asks from the position of the job that was claimed last', async (t) => {
  const rotation = createRotation('a')
  const [one, two] = [rotation.take(), rotation.take()]
  rotation.confirm(two, job('a', 7))
  rotation.confirm(one, job('a', 5))
  t.same(withoutState(rotation.take()), [of('a', 7)])
  rotation.join([of('a', 9)])
  t.same(withoutState(rotation.take()), [of('a', 7)], 'a later position changes nothing')
  rotation.join([of('a', 3)])
  t.same(withoutState(rotation.take()), [of('a', 3)], 'an earlier position does')
})

t.test('an artist who joins during a claim is not lost by it', async (t) => {
  const rotation = createRotation('a')
  const reservations = rotation.take()
  rotation.join([of('a', 3)])
  rotation.confirm(reservations)
  t.same(withoutState(rotation.take(2)), [of('a', 0)], 'it may have come too late for a claim that found nothing')
  rotation.join([of('a', 0)])
  rotation.confirm(reservations, job('a', 5))
  t.match(rotation.take(), [of('a', 0)], 'or lie before what that claim has claimed')
})

t.test('an artist who left during another claim is back when that one finds a job', async (t) => {
  const rotation = createRotation('a')
  const [one, two] = [rotation.take(), rotation.take()]
  rotation.confirm(one)
  t.equal(rotation.size, 0)
  rotation.confirm(two, job('a', 4))
  t.same(withoutState(rotation.take()), [of('a', 4)])
})

t.test('while partitioned, a served artist does not stay', async (t) => {
  const rotation = createRotation('a', 'b')
  rotation.requeuesClaimed = false
  t.same(serve(rotation, 2), ['a', 'b'])
  t.equal(rotation.size, 0)
  rotation.join([of('a')])
  const reservations = rotation.take()
  rotation.join([of('a')])
  rotation.confirm(reservations, job('a'))
  t.equal(rotation.size, 1, 'but is served again for a job that came during the claim')
  const [one, two] = [rotation.take(), rotation.take()]
  rotation.confirm(one)
  rotation.confirm(two, job('a'))
  t.equal(rotation.size, 0, 'also an artist who left during the claim')
})

t.test('after a failed claim its artists go to the end, and are asked one by one', async (t) => {
  const rotation = createRotation(...'abcdefgh')
  t.same(
    serve(rotation, 2, () => false),
    ['a', 'bc'],
  )
  const four = rotation.take()
  t.equal(names(four), 'defg')
  rotation.release(four)
  t.same(serve(rotation, 6), ['h', 'd', 'e', 'f', 'g', 'h'])
})

t.test('an artist whose claims all fail costs each round one claim', async (t) => {
  const rotation = createRotation(...'abcd')
  const had: string[] = []
  for (let claims = 0; claims < 12; claims += 1) {
    const reservations = rotation.take()
    had.push(names(reservations))
    if (names(reservations) === 'b') rotation.release(reservations)
    else rotation.confirm(reservations, job(names(reservations)))
  }
  t.equal(had.join(''), 'abcdabcdabcd')
})

t.test('an artist who joined during a claim stays, whatever its outcome', async (t) => {
  await t.test('an artist who left and joined again', async (t) => {
    const rotation = createRotation('a')
    const [one, two] = [rotation.take(), rotation.take()]
    rotation.confirm(one)
    rotation.join([of('a', 3)])
    rotation.confirm(two)
    t.same(withoutState(rotation.take()), [of('a', 3)])
  })
  await t.test('where a later claim failed', async (t) => {
    const rotation = createRotation('a')
    const one = rotation.take()
    rotation.join([of('a', 3)])
    rotation.release(rotation.take())
    rotation.confirm(one)
    t.equal(rotation.size, 1)
  })
  await t.test('where a later claim of several did not reach the artist', async (t) => {
    const rotation = createRotation('a')
    const slow = rotation.take()
    serve(rotation, 1)
    rotation.join([of('w'), of('x')])
    t.same(serve(rotation, 1), ['a'])
    serve(rotation, 1, () => false)
    rotation.join([of('c')])
    t.same(
      serve(rotation, 1, (artistId) => artistId === 'a'),
      ['xa'],
    )
    rotation.join([of('a', 3)])
    t.same(serve(rotation, 1), ['ca'])
    rotation.confirm(slow)
    t.equal(rotation.size, 2)
  })
})
