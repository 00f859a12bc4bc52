import t from 'tap'
import { createCursorCodec } from '#src/http/pagination/cursor.ts'
import { isCount } from '#src/http/pagination/cursor-guards.ts'
import { answered, responsesOf, walk } from '../responses/answers.ts'
import { addImportedAnswer, addLegacyOffer, interviewOf } from '../sessions/interview.ts'
import { newWorld, type World } from '../support/world.ts'
import { randomFrom, seed } from '../text/seed.ts'
import { anyText } from '../text/strings.ts'
import { addCorrection, assembled, boundaryOn, memoryOf } from './memory.ts'

const stale = { status: 409, body: { code: 'cursor_stale' } }
const malformed = { status: 400, body: { code: 'invalid_request', error: /^query\.cursor: / } }

t.test('the memory is the newest answer, all corrections, all boundaries that apply, in this order', async (t) => {
  const world = await newWorld(t)
  const { question } = await answered(world, 'Because of the laugh.')
  await addImportedAnswer(world, { answer: 'An older one.' })
  await responsesOf(world).revise(question.id, { expectedRevision: question.revision, answer: 'Because she laughed.' })
  const second = await addCorrection(world, { claim: 'Second.', recordedAt: '2026-02-01T00:00:00.000Z' })
  const first = await addCorrection(world, {
    claim: 'First.',
    correction: null,
    recordedAt: '2026-01-01T00:00:00.000Z',
  })
  const { save, retract, memory } = memoryOf(world)
  const lasting = (await save(boundaryOn(question))).body.boundary
  const passing = (await save(boundaryOn(question, { scope: 'sitting', wording: 'Not today.' }))).body.boundary
  await retract((await save(boundaryOn(question, { wording: 'Withdrawn.' }))).body.boundary)
  const { response } = (await responsesOf(world).read(question.id)).body

  const answer = await memory({ sitting: 1 })
  const { body } = answer
  t.equal(answer.headers['cache-control'], 'private, no-store')
  t.strictSame(body.entries, [
    {
      ...{ entryId: question.id, revision: response.revision, kind: 'latest_answer' },
      fields: [whole('question', question.question), whole('answer', 'Because she laughed.')],
      metadata: {
        ...{ questionKey: question.questionKey, source: 'interview', sitting: 1 },
        savedAt: response.answerUpdatedAt,
      },
    },
    {
      ...{ entryId: first.id, revision: first.revision, kind: 'correction' },
      fields: [whole('claim', 'First.'), whole('correction', null)],
      metadata: { correctionKind: 'factual', savedAt: '2026-01-01T00:00:00.000Z' },
    },
    {
      ...{ entryId: second.id, revision: second.revision, kind: 'correction' },
      fields: [whole('claim', 'Second.'), whole('correction', 'Grew up beside one.')],
      metadata: { correctionKind: 'factual', savedAt: '2026-02-01T00:00:00.000Z' },
    },
    ...[lasting, passing].map((boundary) => ({
      ...{ entryId: boundary.id, revision: boundary.revision, kind: 'boundary' },
      fields: [whole('question', boundary.question), whole('wording', boundary.wording)],
      metadata: {
        ...{ scope: boundary.scope, sitting: 1, questionKey: question.questionKey },
        savedAt: boundary.createdAt,
      },
    })),
  ])
  const { entries, snapshotId, ...rest } = body
  t.strictSame(rest, {
    ...{ status: 'ok', sitting: 1, totalEntries: 5, constraintsComplete: true },
    latestAnswer: { entryId: question.id, revision: response.revision },
    budget: { returnedChars: charsOf(body), nextCursor: null },
  })
  const next = (await memory({ sitting: 2 })).body
  t.strictSame(next.entries, entries.slice(0, -1), 'the passing boundary is not in the next sitting')
  t.not(next.snapshotId, snapshotId)
})

t.test('an artist without answers has an empty memory, for the first sitting', async (t) => {
  const world = await newWorld(t)
  t.match((await memoryOf(world).memory({ sitting: 1 })).body, {
    ...{ latestAnswer: null, totalEntries: 0, entries: [], constraintsComplete: true },
    budget: { returnedChars: 0, nextCursor: null },
  })
})

t.test('a memory is read for the latest known sitting or the next: 409 state_changed for any other', async (t) => {
  const world = await newWorld(t)
  const { memory } = memoryOf(world)
  const { start, finish } = interviewOf(world)
  const readable = async () => {
    const numbers = [1, 2, 3, 4, 8, 9, 10, 2_147_483_647]
    const answers = await Promise.all(numbers.map((sitting) => memory({ sitting })))
    const refused = answers.filter(({ status }) => status !== 200)
    for (const answer of refused) t.match(answer, { status: 409, body: { code: 'state_changed' } })
    return numbers.filter((_, at) => answers[at]?.status === 200)
  }
  t.strictSame(await readable(), [1], 'before the first, the first')
  const first = (await start()).body.session
  t.strictSame(await readable(), [1, 2], 'in the first')
  await finish(first)
  t.strictSame(await readable(), [1, 2], 'between the first and the second')
  await start()
  t.strictSame(await readable(), [2, 3], 'in the second')
  await addImportedAnswer(world, { sitting: 8 })
  t.strictSame(await readable(), [2, 8, 9], 'an import brought answers of an eighth; the second is still under way')
})

t.test('without a sitting it is the memory of the active sitting, else of the next', async (t) => {
  const world = await newWorld(t)
  const { memory } = memoryOf(world)
  const { start, finish } = interviewOf(world)
  const inAll = async () => (await memory({})).body
  t.equal((await inAll()).sitting, 1, 'before the first, the first')
  const first = (await start()).body.session
  t.equal((await inAll()).sitting, 1, 'in the first')
  await addImportedAnswer(world, { sitting: 8 })
  t.strictSame(await inAll(), (await memory({ sitting: 1 })).body, 'the one under way before the latest')
  await finish(first)
  t.strictSame(await inAll(), (await memory({ sitting: 9 })).body, 'between two, the next')
})

t.test('pages of a memory without a sitting go on in the sitting they began in', async (t) => {
  const world = await newWorld(t)
  const { memory } = memoryOf(world)
  const { sitting: held } = await fullMemory(world)
  const pages = await walk((query) => memory({ ...query, maxChars: 1000 }))
  t.strictSame(assembled(pages), assembled(await walk((query) => memory({ ...query, sitting: 1, maxChars: 1000 }))))
  const cursor = (await memory({ maxChars: 1000 })).body.budget.nextCursor
  t.equal((await memory({ maxChars: 1000, cursor, sitting: 1 })).status, 200, 'the sitting may be named from then on')
  t.match(await memory({ maxChars: 1000, cursor, sitting: 2 }), malformed, 'and no other')
  await interviewOf(world).finish(held.session)
  t.match((await memory({})).body, { sitting: 2 })
  t.match(await memory({ maxChars: 1000, cursor }), { status: 200, body: { sitting: 1 } }, 'also when it is over')
})

t.test('the last sitting there can be has a memory too', async (t) => {
  const world = await newWorld(t)
  await addImportedAnswer(world, { sitting: 2_147_483_647 })
  t.match(await memoryOf(world).memory({}), { status: 200, body: { sitting: 2_147_483_647 } })
  await addLegacyOffer(world, 'Who taught you?', '2025-06-20T16:30:00Z')
  t.match((await interviewOf(world).restore()).body.legacyOffers, [{ sitting: 2_147_483_647 }])
})

t.test('an offer of earlier days does not count as an answer until it has one', async (t) => {
  const world = await newWorld(t)
  await addLegacyOffer(world, 'Who taught you?', '2025-06-20T16:30:00Z')
  t.equal((await memoryOf(world).memory({ sitting: 1 })).body.totalEntries, 0)
})

t.test('at every budget the pages together are the exact texts, all under one snapshot', async (t) => {
  t.comment(`SEED=${seed}`)
  const world = await newWorld(t)
  const { memory } = memoryOf(world)
  await fullMemory(world)
  const whole = await walk((query) => memory({ ...query, sitting: 2, maxChars: 20_000 }))
  const texts = assembled(whole)
  t.equal(texts.length, whole[0].totalEntries)
  for (const maxChars of [1000, 1001, 1499, 2003, 4999, 12_000, 20_000]) {
    const pages = await walk((query) => memory({ ...query, sitting: 2, maxChars }))
    t.strictSame(assembled(pages), texts, `maxChars ${maxChars}: ${pages.length} pages`)
    t.equal(new Set(pages.map(({ snapshotId }) => snapshotId)).size, 1)
    t.ok(pages.every((page) => page.budget.returnedChars === charsOf(page) && charsOf(page) <= maxChars))
    // One unit less where a pair would have been split.
    t.ok(
      pages.slice(0, -1).every((page) => charsOf(page) >= maxChars - 1),
      'every page but the last is full',
    )
    t.ok(pages.every(({ constraintsComplete }) => constraintsComplete === (pages.length === 1)))
    t.ok(
      pages.every((page) => page.entries.every(({ fields }: Fields) => fields.every(isWell))),
      'no pair is split',
    )
  }
})

t.test('a page goes on with another budget where the page before ended', async (t) => {
  const world = await newWorld(t)
  const { memory } = memoryOf(world)
  await fullMemory(world)
  const expected = assembled(await walk((query) => memory({ ...query, sitting: 2, maxChars: 20_000 })))
  const budgets = [1000, 7001, 1003]
  let page = 0
  const pages = await walk((query) => memory({ ...query, sitting: 2, maxChars: budgets[page++ % 3] ?? 1000 }))
  t.strictSame(assembled(pages), expected)
})

t.test('a cursor goes on in the memory it was given in, and in no other', async (t) => {
  const world = await newWorld(t)
  const { memory, save } = memoryOf(world)
  const { question, sitting } = await fullMemory(world)
  const cursor = (await memory({ sitting: 2, maxChars: 1000 })).body.budget.nextCursor
  const again = () => memory({ sitting: 2, maxChars: 1000, cursor })
  const second = (await again()).body
  await sitting.offer(sitting.session, 2, sitting.about)
  await world.addSource('Another source')
  t.strictSame((await again()).body, second, 'an offer and a source leave it')
  t.match(await memory({ sitting: 1, cursor }), malformed, 'another sitting')
  const elsewhere = memoryOf(world, 'other-owner', world.otherArtistId)
  t.match(await elsewhere.memory({ sitting: 1, cursor }), malformed, 'another artist')
  t.match(await memory({ sitting: 2, cursor: cursor.slice(1) }), malformed)
  await save(boundaryOn(question))
  t.match(await again(), stale, 'a boundary is saved')
  t.equal((await again()).headers['retry-after'], undefined)
})

t.test('a place where no page begins is malformed, even under a true checksum', async (t) => {
  const world = await newWorld(t)
  const { memory } = memoryOf(world)
  await answered(world, 'a😀')
  const { snapshotId } = (await memory({ sitting: 1 })).body
  const { write } = createCursorCodec('readInterviewMemory', {
    sitting: isCount,
    entry: isCount,
    field: isCount,
    start: isCount,
  })
  const listing = { artistId: world.artistId }
  const at = (entry: number, field: number, start: number) =>
    memory({ sitting: 1, cursor: write(listing, snapshotId, { sitting: 1, entry, field, start }) })
  t.equal((await at(0, 1, 1)).body.entries[0].fields[0].text, '😀', 'between two characters one does')
  const wrong: [number, number, number][] = [
    [0, 1, 2],
    [0, 1, 3],
    [0, 2, 0],
    [1, 0, 0],
    [2_147_483_647, 0, 0],
    [0, 0, 2_147_483_647],
  ]
  for (const place of wrong) {
    t.match(await at(...place), malformed, place.join())
  }
})

/** A memory of some 20,000 units: long texts, short ones, absent ones, all full of pairs. */
async function fullMemory(world: World) {
  const random = randomFrom(seed)
  const textOf = (chars: number) => {
    let text = '😀'
    while (text.length < chars) text += anyText(random, 40)
    return text
  }
  const { question, ...sitting } = await answered(world, textOf(1_500))
  for (const chars of [3_000, 1, 40, 700, 3_900, 12]) {
    await addCorrection(world, { claim: textOf(chars), correction: chars === 40 ? null : textOf(chars / 2) })
  }
  for (const chars of [3_500, 2, 900]) {
    await memoryOf(world).save(boundaryOn(question, { wording: `${textOf(chars)}.` }))
  }
  return { question, sitting }
}

const whole = (name: string, text: string | null) => {
  const length = text?.length ?? 0
  return { name, text, start: 0, end: length, totalChars: length, complete: true }
}

type Fields = { fields: { text: string | null }[] }
const isWell = ({ text }: { text: string | null }) => text?.isWellFormed() ?? true

const charsOf = (page: { entries: Fields[] }) =>
  page.entries.flatMap(({ fields }) => fields).reduce((sum, { text }) => sum + (text?.length ?? 0), 0)
