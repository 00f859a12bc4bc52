import { sql } from 'kysely'
import t from 'tap'
import { createCursorCodec } from '#src/http/pagination/cursor.ts'
import { isCount } from '#src/http/pagination/cursor-guards.ts'
import { addImportedAnswer, offerFirstQuestion } from '../sessions/interview.ts'
import { createTestContext, type TestContext } from '../support/test-context.ts'
import { pollUntil } from '../support/until.ts'
import { addVersions, answerFirstQuestion, createResponsesClient, walk } from './answers.ts'

t.test('a response is read exactly, with its revision as the entity tag', async (t) => {
  const context = await createTestContext(t)
  const { question } = await answerFirstQuestion(context, 'Byte for byte: “é”\r\n')
  const answer = await createResponsesClient(context).read(question.id)
  const { id, questionKey, sitting, offeredAt, answerUpdatedAt, revision } = question
  t.strictSame(answer.body, {
    status: 'ok',
    response: {
      id,
      questionKey,
      question: question.question,
      answer: 'Byte for byte: “é”\r\n',
      source: 'interview',
      sitting,
      offeredAt,
      answerUpdatedAt,
      revision,
    },
    isCurrent: true,
  })
  t.equal(answer.headers.etag, `"${revision}"`)
  t.equal(answer.headers['cache-control'], 'private, no-store')
  t.strictSame(
    (await createResponsesClient(context, 'admin').read(question.id)).body,
    answer.body,
    'an administrator reads the same',
  )
  t.strictSame(
    (await createResponsesClient(context).read(question.id.toUpperCase())).body,
    answer.body,
    'an id is one id in either case',
  )
})

t.test('the permission is read again at each read, though the user is known by then', async (t) => {
  const context = await createTestContext(t)
  const { question } = await answerFirstQuestion(context)
  const { read } = createResponsesClient(context)
  t.equal((await read(question.id)).status, 200)
  const { db, artistId } = context
  await db.updateTable('claims').set({ state: 'revoked' }).where('artist_id', '=', artistId).execute()
  t.match(await read(question.id), { status: 403, body: { code: 'not_your_artist' } })
  await db.updateTable('users').set({ is_admin: true }).where('subject', '=', 'owner').execute()
  t.equal((await read(question.id)).status, 200)
})

const malformed = { status: 400, body: { code: 'invalid_request', error: /^query\.cursor: / } }

t.test('answered questions are listed, the newest offer first and those without a date last', async (t) => {
  const context = await createTestContext(t)
  const { list } = createResponsesClient(context)
  t.strictSame((await list()).body, { status: 'ok', responses: [], nextCursor: null }, 'none at first')
  const undated = await addImportedAnswer(context)
  const old = await addImportedAnswer(context, { offeredAt: '2019-03-04T10:01:12.345Z' })
  const alsoUndated = await addImportedAnswer(context)
  const sitting = await offerFirstQuestion(context)
  const { question } = (await sitting.answer(sitting.question, 'In time.')).body
  await sitting.answer((await sitting.offer(sitting.session, 2, sitting.reference)).body.question, null)
  await sitting.offer(sitting.session, 3, sitting.reference)
  const { body } = await list()
  const ids = body.responses.map(({ id }: { id: string }) => id)
  t.strictSame(ids, [question.id, old.id, alsoUndated.id, undated.id], 'neither skipped nor open ones')
  t.strictSame(body.responses[0], (await createResponsesClient(context).read(question.id)).body.response)
  t.equal(body.responses[1].offeredAt, '2019-03-04T10:01:12.345Z')
})

t.test('a cursor serves its own list of its own artist', async (t) => {
  const context = await createTestContext(t)
  const responses = createResponsesClient(context, 'admin')
  const [one, two] = [await addImportedAnswer(context), await addImportedAnswer(context)]
  const { nextCursor } = (await responses.list({ limit: 1 })).body
  await addVersions(context, one.id, 3)
  await addVersions(context, two.id, 3)
  const cursor = (await responses.versions(one.id, { limit: 1 })).body.nextCursor
  const elsewhere = createResponsesClient(context, 'admin', context.otherArtistId)
  t.match(await elsewhere.list({ cursor: nextCursor }), malformed, 'another artist')
  t.match(await responses.versions(one.id, { cursor: nextCursor }), malformed, 'another operation')
  t.match(await responses.versions(two.id, { cursor }), malformed, "another answer's versions")
  const { revision } = (await responses.read(one.id)).body.response
  const forged = createCursorCodec('listInterviewResponseVersions', { number: isCount }).write(
    { artistId: context.artistId, filter: { answerId: one.id } },
    revision,
    { number: 99 },
  )
  t.match(await responses.versions(one.id, { cursor: forged }), malformed, 'a position where no page begins')
  t.match(await responses.list({ cursor: 'x' }), malformed, 'none at all')
  t.match(await responses.list({ cursor: `${nextCursor}x` }), malformed, 'an altered one')
  t.match(await responses.list({ cursor: 'x'.repeat(4097) }), malformed, 'one that is too long')
  t.match(await responses.list({ cursor: '' }), malformed, 'an empty one')
  t.match(
    await createResponsesClient(context, 'stranger').list({ cursor: 'x' }),
    malformed,
    'checked before the caller is',
  )
})

t.test('200 versions of an answer are read to the first', async (t) => {
  const context = await createTestContext(t)
  const { id } = await addImportedAnswer(context)
  const wordings = await addVersions(context, id, 199)
  const { versions, read } = createResponsesClient(context)
  const pages = await walk((query) => versions(id, { ...query, limit: 20 }))
  t.equal(pages.length, 10)
  const all = pages.flatMap((page) => page.versions)
  t.strictSame(
    all.map(({ response }) => response.answer),
    wordings,
  )
  t.strictSame(
    all.map(({ isCurrent }) => isCurrent),
    wordings.map((_, at) => at === 0),
  )
  for (const at of [0, 99, 199]) {
    const { response, isCurrent } = all[at]
    t.strictSame((await read(id, { revision: response.revision })).body, { status: 'ok', response, isCurrent })
  }
})

const { db } = await createTestContext(t)

t.test('a revise writes no index of the question: none has a column that it changes', async (t) => {
  const changed = ['answer', 'revision', 'previous', 'answer_updated_at', 'saved_seq']
  const { rows } = await sql<{ definition: string }>`
    select indexdef as definition from pg_indexes where tablename = 'interview_entries'`.execute(db)
  t.ok(rows.length > 1, 'there are indexes')
  for (const { definition } of rows) {
    const words = definition.slice(definition.indexOf(' USING ')).match(/\w+/g) ?? []
    t.same(
      words.filter((word) => changed.includes(word)),
      [],
      definition,
    )
  }
})

const callers = ['owner', 'other-owner', 'stranger', 'admin', 'unclaimed']

t.test('of callers who read at the same time, each gets its own response and no other', async (t) => {
  const context = await createTestContext(t)
  const { db, artistId, otherArtistId } = context
  const answers: string[] = []
  for (const owned of [artistId, otherArtistId]) {
    for (const n of [1, 2, 3]) {
      const { id } = await addImportedAnswer(
        { db, artistId: owned },
        { answer: `${owned} ${n}`, offeredAt: `2026-03-0${n}T10:00:00Z` },
      )
      answers.push(id)
    }
  }
  const reads = callers.flatMap((caller) =>
    [artistId, otherArtistId].flatMap((artist) =>
      answers.map((id) => ({ caller, path: `/api/artist/${artist}/interview/responses/${id}` })),
    ),
  )
  // Over sockets: requests that arrive on several in one event loop iteration are merged.
  const base = await context.app.listen({ host: '127.0.0.1', port: 0 })
  const tokens = new Map(
    await Promise.all(callers.map(async (caller) => [caller, await context.token(caller)] as const)),
  )
  const read = async ({ caller, path }: (typeof reads)[number]) => {
    const response = await fetch(base + path, { headers: { authorization: `Bearer ${tokens.get(caller)}` } })
    return { status: response.status, etag: response.headers.get('etag'), body: await response.json() }
  }

  const alone: Awaited<ReturnType<typeof read>>[] = []
  for (const one of reads) alone.push(await read(one))
  t.strictSame(new Set(alone.map(({ status }) => status)), new Set([200, 401, 403, 404]))
  for (const round of [1, 2, 3]) {
    const together = await Promise.all(reads.map(read))
    t.strictSame(together, alone, `round ${round}`)
  }
  await pollUntil(async () => {
    await Promise.all(reads.map(read))
    return (await countShared(context)) > 0
  })
  t.pass('and statements were shared')
})

/**
 * How many of the pool's sessions have prepared a batch statement; the connection of short reads returns to the pool
 * when it is idle.
 */
async function countShared({ db }: TestContext): Promise<number> {
  const sessions = Array.from({ length: 40 }, async () => {
    const known = sql<{
      n: number
    }>`select count(*)::int as n, pg_sleep(0.1) from pg_prepared_statements where statement like '%batch.nth%'`
    return (await known.execute(db)).rows[0]?.n ?? 0
  })
  return (await Promise.all(sessions)).reduce((sum, n) => sum + n, 0)
}
