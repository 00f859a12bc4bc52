import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import t from 'tap'
import { createCursorCodec } from '#src/http/pagination/cursor.ts'
import { allowNull, isCount, isInstant, isOneOf, isUuid } from '#src/http/pagination/cursor-guards.ts'
import { answerFirstQuestion } from '../responses/answers.ts'
import { addImportedAnswer, offerFirstQuestion } from '../sessions/interview.ts'
import { freshDatabase } from '../support/database.ts'
import { createTestContext, type Loose } from '../support/test-context.ts'
import { addCorrection, buildBoundaryOn, createMemoryClient } from './memory.ts'

t.test('the history is every correction and every question with its answer, exactly', async (t) => {
  const context = await createTestContext(t)
  const correction = await addCorrection(context, { claim: 'Born at sea.', correction: null })
  const imported = await addImportedAnswer(context, { answer: 'In the old mill.' })
  const sitting = await offerFirstQuestion(context)
  const { question: skipped } = (await sitting.answer(sitting.question, null)).body
  const second = (await sitting.offer(sitting.session, 2, sitting.reference)).body.question
  const { question } = (await sitting.answer(second, ' Because of the laugh.\r\n\u2028')).body
  const open = (await sitting.offer(sitting.session, 3, sitting.reference)).body.question

  const answer = await createMemoryClient(context).history()
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
    entryId: correction.id,
    revision: correction.revision,
    kind: 'correction',
    ...nothing,
    correctionKind: 'factual',
    references: [],
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
      status: 'ok',
      entries: [],
      constraintsComplete: true,
      correctionsComplete: true,
      memory: { boundaryState: 'none', latestAnswer: { entryId: question.id, revision: question.revision } },
      budget: { returnedChars: countChars(body), truncated: false, nextCursor: null },
    },
  )
})

t.test('a page says whether it shows every correction, and whether boundaries apply', async (t) => {
  const context = await createTestContext(t)
  const { history, save, retract } = createMemoryClient(context)
  const { question, ...sitting } = await answerFirstQuestion(context)
  const readCoverage = async (query = {}) => {
    const { correctionsComplete, constraintsComplete, memory } = (await history(query)).body
    return [correctionsComplete, constraintsComplete, memory.boundaryState]
  }
  t.strictSame(await readCoverage({ kind: 'answers' }), [true, true, 'none'], 'there are no corrections')
  await addCorrection(context)
  await addCorrection(context)
  t.strictSame(await readCoverage(), [true, true, 'none'])
  t.strictSame(await readCoverage({ limit: 2 }), [true, true, 'none'], 'more follows, but no correction')
  t.strictSame(await readCoverage({ limit: 1 }), [false, false, 'none'], 'one of two')
  t.strictSame(await readCoverage({ kind: 'answers' }), [false, false, 'none'], 'none of two')
  const cursor = (await history({ limit: 1 })).body.budget.nextCursor
  t.strictSame(await readCoverage({ limit: 5, cursor }), [false, false, 'none'], 'the other one')
  await addCorrection(context, { claim: 'x'.repeat(3000) })
  t.strictSame(await readCoverage({ maxChars: 1000 }), [false, false, 'none'], 'a part of one')

  const { boundary } = (await save(buildBoundaryOn(question, { scope: 'sitting' }))).body
  t.strictSame(await readCoverage(), [true, false, 'active'], 'the history does not show boundaries')
  await retract(boundary)
  t.strictSame(await readCoverage(), [true, true, 'none'])
  await save(buildBoundaryOn(question, { scope: 'sitting' }))
  await sitting.finish(sitting.session)
  t.strictSame(await readCoverage(), [true, false, 'active'], 'the latest sitting is still the latest')
  await sitting.start()
  t.strictSame(await readCoverage(), [true, true, 'none'], 'drawn for an earlier sitting, it applies no more')
})

const whole = (field: string, text: string | null) => {
  const length = text?.length ?? 0
  return { field, text, start: 0, end: length, totalChars: length, complete: true }
}

/** A question of the interview as the history shows it. */
const viewed = (question: Loose, more = {}) => ({
  entryId: question.id,
  revision: question.revision,
  kind: 'answer',
  questionKey: question.questionKey,
  answerState: question.state,
  sitting: question.sitting ?? null,
  offeredAt: question.offeredAt ?? null,
  answerUpdatedAt: question.answerUpdatedAt ?? null,
  source: 'interview',
  correctionKind: null,
  references: question.references ?? [],
  fields: [whole('question', question.question), whole('answer', question.answer)],
  ...more,
})

const countChars = (page: Loose) =>
  page.entries
    .flatMap(({ fields }: Loose) => fields)
    .reduce((sum: number, { text }: Loose) => sum + (text?.length ?? 0), 0)

/**
 * What the history shows changes with these: offers, answers, skips and corrections. An import may bring any of them.
 */
const shown = [
  ...['answer.revised', 'answer.saved', 'correction.retracted', 'correction.saved'],
  ...['question.offered', 'question.skipped'],
  ...['record.imported', 'sitting.finished'],
]

/** Events of the operators' own log: the artist's trail is gone with the artist. */
const operatorActions = new Set(['artist.erased', 'artist.restored'])

const repository = fileURLToPath(new URL('../../', import.meta.url))

/** Every action of an audit event in the service's source. */
function actionsInSource(): string[] {
  const files = ['src', 'plugins'].flatMap((folder) =>
    readdirSync(`${repository}${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.gen.ts'))
      .map((file) => readFileSync(`${repository}${folder}/${file}`, 'utf8')),
  )
  const writers = files.filter((text) => /\b(?:append|stage|addEvent)\(|action: '|Record<ClaimState/.test(text))
  const subjects =
    'answer|artist|bio|boundary|claim|correction|discovery|lore|profile|question|record|releases|sitting|source'
  const named = writers.flatMap((text) => [...text.matchAll(new RegExp(`'((?:${subjects})\\.[a-z]+)'`, 'g'))])
  const actions = new Set(named.flatMap(([, action]) => action ?? []))
  return [...actions.difference(operatorActions)].sort()
}

t.test('every action of an event either changes the history or is excluded by the index of its mark', async (t) => {
  const { db } = (await freshDatabase(t)).database
  const { rows } = await sql<{ indexdef: string }>`
    select indexdef from pg_indexes where indexname = 'audit_events_of_history'`.execute(db)
  const listed = [...(rows[0]?.indexdef ?? '').matchAll(/'([a-z]+\.[a-z]+)'/g)].flatMap(([, action]) => action ?? [])
  t.same([...listed, ...shown].sort(), actionsInSource())
})

t.test('a position where no page begins is malformed, even under a valid checksum', async (t) => {
  const context = await createTestContext(t)
  const { history } = createMemoryClient(context)
  const correction = await addCorrection(context, { recordedAt: '2026-01-01T00:00:00.000Z' })
  const shape = {
    part: isOneOf('correction', 'answer'),
    at: allowNull(isInstant),
    id: isUuid,
    field: isCount,
    start: isCount,
  }
  const { write } = createCursorCodec('listInterviewHistory', shape)
  const listing = { artistId: context.artistId, filter: { kind: 'all', sitting: null } }
  const real = { part: 'correction', at: '2026-01-01T00:00:00.000Z', id: correction.id, field: 1, start: 5 } as const
  const at = (place: object) => history({ cursor: write(listing, 0, { ...real, ...place }) })
  t.equal((await at({})).body.entries[0].fields[0].text, 'up beside one.')
  for (const place of [{ part: 'answer' }, { at: null }, { id: context.artistId }, { field: 2 }, { start: 99 }]) {
    t.match(
      await at(place),
      { status: 400, body: { code: 'invalid_request', error: /^query\.cursor: / } },
      JSON.stringify(place),
    )
  }
})
