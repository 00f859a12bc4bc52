import t from 'tap'
import { computeSourceRevision } from '#src/text/revisions.ts'
import { createTestContext } from '../support/test-context.ts'
import { buildSourcePath } from './reading.ts'

const context = await createTestContext(t)
const { artistId, call, db } = context

/** A thousand units and more, with something at every third offset that a careless cut would break. */
const knotty = 'x😀\r\ne\u0301A\u030a“”\ufeff—'.repeat(120)

const read = (sourceId: string, query = '', subject = 'owner') =>
  call(subject, 'GET', buildSourcePath(artistId, sourceId, query))

t.test('a window is the exact slice of the current text, with where the next one begins', async (t) => {
  const { sourceId, revision } = await context.addSource(knotty, { title: 'Knots' })
  const { status, body } = await read(sourceId, '?start=3&maxChars=1000')
  t.equal(status, 200)
  t.equal(body.passage.text, knotty.slice(3, body.passage.end))
  t.hasStrict(body, {
    status: 'ok',
    passage: { revision, start: 3, page: null, startSeconds: null, endSeconds: null },
    totalChars: knotty.length,
    nextStart: body.passage.end,
    returnedChars: body.passage.text.length,
    truncated: true,
  })
  t.hasStrict(body.passage.source, { sourceId, kind: 'vault', title: 'Knots', revision })
  t.notOk('version' in body, 'the version was not requested')
})

t.test('a start past the end is 400 naming it, and the end itself is the empty last window', async (t) => {
  const { sourceId } = await context.addSource('Short.')
  for (const start of [7, 3_999_999, 4_000_001, 2_147_483_647]) {
    const { status, body } = await read(sourceId, `?start=${start}`)
    t.equal(status, 400, String(start))
    t.match(body.error, /^query\.start: lies past the end/)
  }
  const { body } = await read(sourceId, '?start=6')
  t.hasStrict(body, { passage: { start: 6, end: 6, text: '' }, totalChars: 6, nextStart: null, truncated: false })
})

t.test('a retained earlier revision is read with its version only', async (t) => {
  const before = await context.addSource('The bell is on the record.', { title: 'Bell' })
  const after = await context.addSource('The bell is off the record.', { sourceId: before.sourceId })

  t.equal((await read(before.sourceId)).body.passage.revision, after.revision, 'absent, the current one')
  const current = await read(before.sourceId, `?revision=${after.revision}&includeVersion=true`)
  t.match(current.body.version, { state: 'current', currentRevision: after.revision, capturedAt: /Z$/ })

  const refused = await read(before.sourceId, `?revision=${before.revision}`)
  t.equal(refused.status, 409)
  t.equal(refused.body.code, 'revision_changed')

  const retained = await read(before.sourceId, `?revision=${before.revision}&includeVersion=true`)
  t.equal(retained.status, 200)
  t.hasStrict(retained.body.passage, { text: before.text, revision: before.revision })
  t.equal(retained.body.passage.source.revision, after.revision, 'the source is shown in its current state')
  t.match(retained.body.version, { state: 'historical', currentRevision: after.revision, capturedAt: /Z$/ })
})

t.test('a revision that the source never had is 404, also when another source has it', async (t) => {
  const mine = await context.addSource('One text.')
  const another = await context.addSource('Another text.')
  for (const revision of [another.revision, 'a'.repeat(64)]) {
    const { status } = await read(mine.sourceId, `?revision=${revision}&includeVersion=true`)
    t.equal(status, 404)
  }
})

t.test('a source without stored text reads as an empty one and says why', async (t) => {
  const { sourceId, revision } = await context.addSource('There will be text.')
  await db.updateTable('sources').set({ revision: null }).where('source_id', '=', sourceId).execute()
  const emptyRevision = computeSourceRevision({ artistId, sourceId, text: '' })

  const { body } = await read(sourceId, '?includeVersion=true')
  t.hasStrict(body, {
    passage: { revision: emptyRevision, start: 0, end: 0, text: '' },
    totalChars: 0,
    nextStart: null,
  })
  t.match(body.passage.source, {
    revision: emptyRevision,
    ingestedAt: null,
    description: null,
    extraction: { readiness: 'unknown', storedChars: 0, limitations: [/No text/] },
  })
  t.hasStrict(body.version, { state: 'current', currentRevision: emptyRevision, capturedAt: null })
  t.equal((await read(sourceId, '?start=1')).status, 400)

  await db.updateTable('sources').set({ revision }).where('source_id', '=', sourceId).execute()
  const late = await read(sourceId, `?revision=${emptyRevision}`)
  t.equal(late.body.code, 'revision_changed', 'once the text is there, the empty one is an earlier revision')
})

t.test('an ineligible source is 404 for every caller, the administrator included', async (t) => {
  const sources = {
    'a rejected record': await context.addSource('Rejected.', { curation: 'rejected' }),
    'a pending record': await context.addSource('Pending.', { curation: 'pending' }),
    'a private upload': await context.addSource('Private.', { isPrivate: true }),
    'a private caption': await context.addSource('Private.', { isPrivate: true, kind: 'social_caption' }),
    'a rejected transcript': await context.addSource('Rejected.', { curation: 'rejected', kind: 'reel_transcript' }),
    'a removed record': await context.addSource('Removed.'),
  }
  await db
    .updateTable('sources')
    .set({ removed_at: new Date() })
    .where('source_id', '=', sources['a removed record'].sourceId)
    .execute()
  for (const [title, { sourceId, revision }] of Object.entries(sources)) {
    for (const subject of ['owner', 'admin']) {
      const answers = [
        await read(sourceId, '', subject),
        await read(sourceId, `?revision=${revision}&includeVersion=true`, subject),
      ]
      t.same(
        answers.map(({ status }) => status),
        [404, 404],
        `${title}, ${subject}`,
      )
    }
  }
})

t.test('an identity may be written in either case, and is returned in lower case', async (t) => {
  const { sourceId } = await context.addSource('Case.', { kind: 'social_caption' })
  const [kind, id = '', channel] = sourceId.split(':')
  const { status, body } = await read(`${kind}:${id.toUpperCase()}:${channel}`)
  t.equal(status, 200)
  t.equal(body.passage.source.sourceId, sourceId)
})
