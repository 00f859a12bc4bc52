import t from 'tap'
import { cursorsOf } from '#src/paging/cursor.ts'
import { isCount, isInstant, isOneOf, isUuid, orNull } from '#src/paging/places.ts'
import { type Loose, newWorld, type World } from '../helpers/world.ts'
import { answered, responsesOf, walk } from '../responses/answers.ts'
import { addImportedAnswer, addLegacyOffer, asked, interviewOf } from '../sessions/interview.ts'
import { addCorrection, assembled, boundaryOn, memoryOf } from './memory.ts'

const stale = { status: 409, body: { code: 'cursor_stale' } }
const malformed = { status: 400, body: { code: 'invalid_request', error: /^query\.cursor: / } }

t.test('the history is every correction and every question with its answer, exactly', async (t) => {
  const world = await newWorld(t)
  const correction = await addCorrection(world, { claim: 'Born at sea.', correction: null })
  const imported = await addImportedAnswer(world, { answer: 'In the old mill.' })
  const sitting = await asked(world)
  const { question: skipped } = (await sitting.answer(sitting.question, null)).body
  const second = (await sitting.offer(sitting.session, 2, sitting.about)).body.question
  const { question } = (await sitting.answer(second, 'Because of the laugh.')).body
  const open = (await sitting.offer(sitting.session, 3, sitting.about)).body.question

  const answer = await memoryOf(world).history()
  const { body } = answer
  t.equal(answer.headers['cache-control'], 'private, no-store')
  const [first, ...questions] = body.entries
  const nothing = {
    questionKey: null,
    answerState: null,
    sitting: null,
    offeredAt: null,
    answerUpdatedAt: null,
    source: null,
  }
  t.strictSame(first, {
    ...{ entryId: correction.id, revision: correction.revision, kind: 'correction', ...nothing },
    correctionKind: 'factual',
    fields: [whole('claim', 'Born at sea.'), whole('correction', null)],
  })
  t.strictSame(
    questions,
    [
      viewed(open, { answerUpdatedAt: null }),
      viewed(question),
      viewed(skipped),
      viewed(
        { ...imported, state: 'answered', questionKey: imported.id, question: 'Where was it?' },
        { source: 'import' },
      ),
    ],
    'the newest offer first, without a date last',
  )
  t.strictSame(
    { ...body, entries: [] },
    {
      ...{ status: 'ok', entries: [], constraintsComplete: true, correctionsComplete: true },
      memory: { boundaryState: 'none', latestAnswer: { entryId: question.id, revision: question.revision } },
      budget: { returnedChars: charsOf(body), truncated: false, nextCursor: null },
    },
  )
})

t.test('an artist of whom nothing is known has an empty history', async (t) => {
  const world = await newWorld(t)
  t.strictSame((await memoryOf(world).history()).body, {
    ...{ status: 'ok', entries: [], constraintsComplete: true, correctionsComplete: true },
    memory: { boundaryState: 'none', latestAnswer: null },
    budget: { returnedChars: 0, truncated: false, nextCursor: null },
  })
})

t.test('kind and sitting narrow the history; corrections belong to no sitting', async (t) => {
  const world = await newWorld(t)
  const { history } = memoryOf(world)
  const { all } = await longHistory(world)
  const idsOf = async (query: Record<string, string | number>) => {
    const pages = await walk((cursor) => history({ ...query, ...cursor, limit: 7 }))
    return pages.flatMap((page) => page.entries.map(({ entryId }: Loose) => entryId))
  }
  const [corrections, answers] = [all.filter(isCorrection), all.filter((entry) => !isCorrection(entry))]
  const ids = (entries: Loose[]) => entries.map(({ entryId }) => entryId)
  t.strictSame(await idsOf({ kind: 'all' }), ids(all), 'corrections first')
  t.strictSame(await idsOf({ kind: 'corrections' }), ids(corrections))
  t.strictSame(await idsOf({ kind: 'answers' }), ids(answers))
  const third = answers.filter(({ sitting }) => sitting === 3)
  t.ok(third.length > 1)
  t.strictSame(await idsOf({ kind: 'answers', sitting: 3 }), ids(third))
  t.strictSame(await idsOf({ sitting: 3 }), [...ids(corrections), ...ids(third)])
  t.strictSame(await idsOf({ sitting: 77, kind: 'answers' }), [])
})

t.test('at every limit and budget the pages together are the exact history', async (t) => {
  const world = await newWorld(t)
  const { history } = memoryOf(world)
  const { all, expected } = await longHistory(world)
  t.strictSame(
    all.map(({ entryId }) => entryId),
    expected,
    'each part the newest first, without a date last',
  )
  for (const [limit, maxChars] of [
    [1, 1000],
    [3, 1001],
    [7, 20_000],
    [50, 1000],
    [50, 2999],
    [20, 12_000],
  ] as const) {
    const pages = await walk((query) => history({ ...query, limit, maxChars }))
    t.strictSame(assembled(pages), all, `limit ${limit}, maxChars ${maxChars}: ${pages.length} pages`)
    t.ok(pages.every((page) => page.budget.returnedChars === charsOf(page) && charsOf(page) <= maxChars))
    t.ok(pages.every((page) => page.entries.length <= limit))
    const cut = pages.filter((page) => page.budget.truncated)
    t.ok(
      cut.every((page) => charsOf(page) >= maxChars - 1),
      'cut short only where the budget ended',
    )
    t.ok(pages.every((page) => page.budget.truncated || page.entries.length === limit || page === pages.at(-1)))
  }
})

t.test('a page says whether it shows every correction, and whether boundaries hold', async (t) => {
  const world = await newWorld(t)
  const { history, save, retract } = memoryOf(world)
  const { question, ...sitting } = await answered(world)
  const told = async (query = {}) => {
    const { correctionsComplete, constraintsComplete, memory } = (await history(query)).body
    return [correctionsComplete, constraintsComplete, memory.boundaryState]
  }
  t.strictSame(await told({ kind: 'answers' }), [true, true, 'none'], 'there are no corrections')
  await addCorrection(world)
  await addCorrection(world)
  t.strictSame(await told(), [true, true, 'none'])
  t.strictSame(await told({ limit: 2 }), [true, true, 'none'], 'more follows, but no correction')
  t.strictSame(await told({ limit: 1 }), [false, false, 'none'], 'one of two')
  t.strictSame(await told({ kind: 'answers' }), [false, false, 'none'], 'none of two')
  const cursor = (await history({ limit: 1 })).body.budget.nextCursor
  t.strictSame(await told({ limit: 5, cursor }), [false, false, 'none'], 'the other one')
  await addCorrection(world, { claim: 'x'.repeat(3000) })
  t.strictSame(await told({ maxChars: 1000 }), [false, false, 'none'], 'a part of one')

  const { boundary } = (await save(boundaryOn(question, { scope: 'sitting' }))).body
  t.strictSame(await told(), [true, false, 'active'], 'the history does not show boundaries')
  await retract(boundary)
  t.strictSame(await told(), [true, true, 'none'])
  await save(boundaryOn(question, { scope: 'sitting' }))
  await sitting.finish(sitting.session)
  t.strictSame(await told(), [true, false, 'active'], 'the latest sitting is still the latest')
  await sitting.start()
  t.strictSame(await told(), [true, true, 'none'], 'drawn for an earlier sitting, it holds no more')
})

t.test('a history goes on until something it shows has changed', async (t) => {
  const world = await newWorld(t)
  const { history, save, retract } = memoryOf(world)
  await addCorrection(world)
  await addImportedAnswer(world)
  const { question, ...sitting } = await answered(world)
  let cursor = ''
  const begin = async () => {
    cursor = (await history({ limit: 1 })).body.budget.nextCursor
  }
  const goOn = () => history({ limit: 1, cursor })
  await begin()
  const second = (await goOn()).body.entries
  const { boundary } = (await save(boundaryOn(question))).body
  await retract(boundary)
  await world.addSource('Another source')
  t.strictSame((await goOn()).body.entries, second, 'boundaries and sources leave it')

  const changes: [string, () => Promise<unknown>][] = [
    ['a revise', () => responsesOf(world).revise(question.id, { expectedRevision: question.revision, answer: 'x' })],
    ['an offer', () => sitting.offer(sitting.session, 2, sitting.about)],
    ['the skip of a finish', () => sitting.finish(sitting.session)],
  ]
  for (const [title, change] of changes) {
    await begin()
    await change()
    t.match(await goOn(), stale, title)
  }
  await begin()
  await sitting.start()
  t.equal((await goOn()).status, 200, 'a start asks nothing yet')
  await addLegacyOffer(world, 'Who taught you?', '2025-06-20T16:30:00Z')
  const { restore, answer } = interviewOf(world)
  const [legacy] = (await restore()).body.legacyOffers
  await begin()
  await answer(legacy, 'My aunt.')
  t.match(await goOn(), stale, 'an answer')
})

t.test('a cursor serves its own filter of its own artist', async (t) => {
  const world = await newWorld(t)
  const { history } = memoryOf(world)
  await longHistory(world)
  const cursor = (await history({ kind: 'answers', sitting: 3, limit: 1 })).body.budget.nextCursor
  t.equal(
    (await history({ kind: 'answers', sitting: 3, limit: 2, maxChars: 1000, cursor })).status,
    200,
    'of any page size',
  )
  t.match(await history({ sitting: 3, cursor }), malformed)
  t.match(await history({ kind: 'answers', cursor }), malformed)
  t.match(await history({ kind: 'answers', sitting: 4, cursor }), malformed)
  const elsewhere = memoryOf(world, 'other-owner', world.otherArtistId)
  t.match(await elsewhere.history({ kind: 'answers', sitting: 3, cursor }), malformed)
})

t.test('a place where no page begins is malformed, even under a true checksum', async (t) => {
  const world = await newWorld(t)
  const { history } = memoryOf(world)
  const correction = await addCorrection(world, { recordedAt: '2026-01-01T00:00:00.000Z' })
  const shape = {
    part: isOneOf('correction', 'answer'),
    at: orNull(isInstant),
    id: isUuid,
    field: isCount,
    start: isCount,
  }
  const { write } = cursorsOf('listInterviewHistory', shape)
  const listing = { artistId: world.artistId, filter: { kind: 'all', sitting: null } }
  const real = { part: 'correction', at: '2026-01-01T00:00:00.000Z', id: correction.id, field: 1, start: 5 } as const
  const at = (place: object) => history({ cursor: write(listing, 0, { ...real, ...place }) })
  t.equal((await at({})).body.entries[0].fields[0].text, 'up beside one.')
  for (const place of [{ part: 'answer' }, { at: null }, { id: world.artistId }, { field: 2 }, { start: 99 }]) {
    t.match(await at(place), malformed, JSON.stringify(place))
  }
})

/**
 * 9 corrections and 21 questions, some of them at one instant, in one sitting, or without a date: `all` is what the history makes of
 * them, `expected` the ids in the order that it promises.
 */
async function longHistory(world: World): Promise<{ all: Loose[]; expected: string[] }> {
  const corrections: Dated[] = []
  for (let n = 0; n < 9; n += 1) {
    const correction = n % 4 === 0 ? null : `😀${n}`.repeat(100 * n)
    const at = `2026-01-0${1 + (n % 3)}T00:00:00.000Z`
    corrections.push({ at, ...(await addCorrection(world, { claim: `Claim ${n}.`, correction, recordedAt: at })) })
  }
  const answers: Dated[] = []
  for (let n = 0; n < 21; n += 1) {
    const at = n % 3 === 0 ? null : `2024-05-0${1 + (n % 4)}T00:00:00.000Z`
    const sitting = n % 5 === 0 ? null : 1 + (n % 5)
    answers.push({
      at,
      ...(await addImportedAnswer(world, { answer: `${n} 🎹`.repeat(1 + n * 10), offeredAt: at, sitting })),
    })
  }
  const pages = await walk((query) => memoryOf(world).history({ ...query, limit: 50, maxChars: 20_000 }))
  const newestFirst = (dated: Dated[]) =>
    dated
      .map(({ at, id }) => [at ?? '', id])
      .sort()
      .reverse()
      .map(([, id = '']) => id)
  return { all: assembled(pages), expected: [...newestFirst(corrections), ...newestFirst(answers)] }
}
type Dated = { id: string; at: string | null }

const isCorrection = ({ kind }: Loose) => kind === 'correction'

const whole = (field: string, text: string | null) => {
  const length = text?.length ?? 0
  return { field, text, start: 0, end: length, totalChars: length, complete: true }
}

/** A question of the interview as the history shows it. */
const viewed = (question: Loose, more = {}) => ({
  ...{ entryId: question.id, revision: question.revision, kind: 'answer', questionKey: question.questionKey },
  ...{ answerState: question.state, sitting: question.sitting ?? null, offeredAt: question.offeredAt ?? null },
  ...{ answerUpdatedAt: question.answerUpdatedAt ?? null, source: 'interview', correctionKind: null },
  fields: [whole('question', question.question), whole('answer', question.answer)],
  ...more,
})

const charsOf = (page: Loose) =>
  page.entries
    .flatMap(({ fields }: Loose) => fields)
    .reduce((sum: number, { text }: Loose) => sum + (text?.length ?? 0), 0)
