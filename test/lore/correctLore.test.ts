import t from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { readClaim } from '#plugins/lore/rules.ts'
import { createMemoryClient } from '../memory/memory.ts'
import { advanceUntilIdle, listJobs } from '../research/slices.ts'
import { readCheckedTrail } from '../sessions/trail.ts'
import { pluck } from '../support/pluck.ts'
import { importLines } from '../support/records.ts'
import { createTestContext } from '../support/test-context.ts'
import { buildCorrection, composeFromAnswer, createLoreClient } from './lore-api.ts'

const said = 'I was born in Bergen and grew up above a bakery. We recorded the album in the old church by the harbour.'

t.test('a corrected passage is gone from the next Lore, and may return once the correction is retracted', async (t) => {
  const { context, lore, correct, retract, read, corrections } = await composeFromAnswer(t, said)
  const claim = 'We recorded the album in the old church by the harbour.'
  const start = lore.text.indexOf(claim)
  const { status, body } = await correct({ ...buildCorrection(lore, null), start, end: start + claim.length })
  t.equal(status, 200)
  t.match(body.correction, { claim, correction: null, kind: 'dropped', retractedAt: null })
  const pending = (await listJobs(context)).filter(({ state }) => state === 'pending')
  t.same(pluck(pending, 'kind'), ['lore_refresh'], 'its refresh is queued with it')
  await advanceUntilIdle(context)
  t.notMatch((await read()).body.lore.text, 'church')
  t.match((await read()).body.lore.text, 'Bergen', 'its neighbour stays')
  t.same((await corrections()).body.corrections, [body.correction])

  const retracted = await retract(body.correction)
  t.match(retracted, { status: 200, body: { correction: { ...body.correction, retractedAt: /Z$/ } } })
  t.same((await retract(body.correction)).body, retracted.body, 'again it is the first retraction')
  t.same((await corrections()).body.corrections, [])
  const history = `/api/artist/${context.artistId}/knowledge/history?kind=corrections`
  t.same((await context.call('owner', 'GET', history)).body.entries, [])
  await advanceUntilIdle(context)
  t.match((await read()).body.lore.text, 'church')
  const trail = await readCheckedTrail(t, context)
  const actions = trail.map(({ action }) => action).filter((action) => action.startsWith('correction.'))
  t.same(actions, ['correction.saved', 'correction.retracted'])
})

t.test('the same request again is the saved correction, also when the Lore has moved on', async (t) => {
  const { context, lore, correct, read } = await composeFromAnswer(t, said)
  const correction = { ...buildCorrection(lore, 'It was the kitchen. 🔔'), start: lore.text.indexOf('We recorded') }
  const first = await correct(correction)
  t.match(first.body.correction, { correction: correction.correction, kind: 'replaced' })
  const { id, claim, correction: words, kind } = first.body.correction
  const imported = { type: 'correction', id, artist: context.artistId, claim, correction: words, kind }
  t.match(await importLines(context.db, [imported]), { unchanged: 1 }, 'so is an import of the same words')
  await advanceUntilIdle(context)
  t.same((await correct(correction)).body, first.body)
  const passages = [{ start: correction.start + 1 }, { end: correction.end - 1 }, { loreRevision: '0'.repeat(64) }]
  for (const other of [{ correction: null }, ...passages])
    t.match(await correct({ ...correction, ...other }), { status: 409, body: { code: 'request_conflict' } })
  const late = { ...correction, requestId: uuidv7() }
  t.match(await correct(late), { status: 409, body: { code: 'revision_changed' } }, 'of a text that was replaced')
  const twenty = { ...late, loreRevision: (await read()).body.lore.revision, start: 0, end: 4 }
  const answers = await Promise.all(Array.from({ length: 20 }, () => correct(twenty)))
  t.same(new Set(answers.map(({ status }) => status)), new Set([200]))
  t.equal(new Set(answers.map(({ body }) => JSON.stringify(body))).size, 1, 'twenty at once are one')
  t.equal((await context.db.selectFrom('corrections').select('id').execute()).length, 2)
})

t.test('a correction is part of the mandatory memory while it holds', async (t) => {
  const { context, lore, correct, retract } = await composeFromAnswer(t, said)
  const { memory } = createMemoryClient(context)
  const before = (await memory({ sitting: 2 })).body.snapshotId
  const { correction } = (await correct(buildCorrection(lore, 'It was the kitchen.'))).body
  const held = (await memory({ sitting: 2 })).body
  t.not(held.snapshotId, before)
  t.match(held.entries, [{}, { kind: 'correction', entryId: correction.id, revision: correction.revision }])
  await retract(correction)
  t.equal((await memory({ sitting: 2 })).body.snapshotId, before)
})

t.test('what is no passage of the text is refused by the name of its field, and nothing is saved', async (t) => {
  const { context, lore, correct } = await composeFromAnswer(t, `${said} 🔔 It \u200brang.`)
  const correction = buildCorrection(lore, 'It was the kitchen.')
  const bell = lore.text.indexOf('🔔')
  const windows = [
    { start: 5, end: 5 },
    { start: 9, end: 5 },
    { start: 0, end: lore.text.length + 1 },
    { start: bell + 1, end: bell + 4 },
    { start: 0, end: bell + 1 },
    { start: lore.text.indexOf(' '), end: lore.text.indexOf(' ') + 1 },
    { start: lore.text.indexOf('\u200b'), end: lore.text.indexOf('\u200b') + 1 },
  ]
  for (const window of windows)
    t.match(await correct({ ...correction, ...window }), { status: 400, body: { error: /^end: / } }, `${window.end}`)
  t.match(await correct({ ...correction, correction: ' \u0085\n' }), { status: 400, body: { error: /^correction: / } })
  t.equal((await context.db.selectFrom('corrections').select('id').execute()).length, 0)
  const long = '🔔'.repeat(4_001)
  t.equal(readClaim(long, { start: 0, end: 8_000 }), '🔔'.repeat(4_000))
  t.throws(() => readClaim(long, { start: 0, end: 8_002 }), /end: more than 4000 characters/)
  const empty = await createTestContext(t)
  t.equal((await createLoreClient(empty).correct(correction)).status, 404, 'nothing was composed yet')
})

t.test('a retraction needs the revision that was read', async (t) => {
  const { lore, correct, retract } = await composeFromAnswer(t, said)
  const { correction } = (await correct(buildCorrection(lore, null))).body
  const stale = { ...correction, revision: '0'.repeat(64) }
  t.match(await retract(stale), { status: 409, body: { code: 'revision_changed' } })
  t.equal((await retract({ ...correction, id: uuidv7() })).status, 404)
})
