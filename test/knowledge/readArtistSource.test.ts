import type { Updateable } from 'kysely'
import t from 'tap'
import type { Sources } from '#src/database/tables.gen.ts'
import { computeSourceRevision } from '#src/text/revisions.ts'
import { changeSource } from '../support/sources.ts'
import { createTestContext, type SourceOptions } from '../support/test-context.ts'
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
  t.match(refused, { status: 409, body: { code: 'revision_changed' } })

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
    t.equal((await read(mine.sourceId, `?revision=${revision}&includeVersion=true`)).status, 404)
  }
})

t.test('a source without stored text reads as an empty one and says why', async (t) => {
  const { sourceId, revision } = await context.addSource('There will be text.')
  await changeSource(db, { revision: null }, sourceId)
  const emptyRevision = computeSourceRevision({ artistId, sourceId, text: '' })

  const { body } = await read(sourceId, '?includeVersion=true')
  const passage = { revision: emptyRevision, start: 0, end: 0, text: '' }
  t.hasStrict(body, { passage, totalChars: 0, nextStart: null })
  t.match(body.passage.source, {
    revision: emptyRevision,
    ingestedAt: null,
    description: null,
    extraction: { readiness: 'unknown', storedChars: 0, limitations: [/No text/] },
  })
  t.hasStrict(body.version, { state: 'current', currentRevision: emptyRevision, capturedAt: null })
  t.equal((await read(sourceId, '?start=1')).status, 400)

  await changeSource(db, { revision }, sourceId)
  const late = await read(sourceId, `?revision=${emptyRevision}`)
  t.equal(late.body.code, 'revision_changed', 'once the text is there, the empty one is an earlier revision')
})

type Kind = NonNullable<SourceOptions['kind']>

/** A source with these columns, as the service shows it. */
async function viewSourceWith(text: string, kind: Kind, columns: Updateable<Sources> = {}) {
  const { sourceId } = await context.addSource(text, { kind })
  if (Object.keys(columns).length > 0) await changeSource(db, columns, sourceId)
  return (await read(sourceId)).body.passage.source
}

t.test('the description is the exact beginning of the text, never cut inside a surrogate pair', async (t) => {
  const cases: [text: string, description: string][] = [
    ['All of it.', 'All of it.'],
    ['é'.repeat(700), 'é'.repeat(600)],
    [`${'x'.repeat(599)}😀`, 'x'.repeat(599)],
    ['😀'.repeat(300), '😀'.repeat(300)],
  ]
  for (const [text, description] of cases) {
    const descriptionTruncated = description.length < text.length
    t.hasStrict(await viewSourceWith(text, 'vault'), { description, descriptionTruncated })
  }
})

t.test('a long title is cut to 300 code points, and marked as cut', async (t) => {
  const title = '𝔘'.repeat(300)
  t.hasStrict(await viewSourceWith('x', 'vault', { title: `${title}𝔘` }), { title, titleTruncated: true })
  t.hasStrict(await viewSourceWith('x', 'vault', { title }), { title, titleTruncated: false })
  t.hasStrict(await viewSourceWith('x', 'social_caption', { title: null }), { title: null, titleTruncated: false })
})

t.test('the provenance of a text comes from its kind, and from what was recorded with it', async (t) => {
  const link = { provenance: { origin: 'vault_link', speaker: 'not_applicable' }, uploadedAt: null }
  t.hasStrict(await viewSourceWith('x', 'vault'), link)
  const upload = { provenance: { origin: 'vault_upload' }, uploadedAt: /^\d{4}-.*Z$/ }
  t.match(await viewSourceWith('x', 'vault', { is_upload: true }), upload)
  const caption = { kind: 'social_caption', provenance: { origin: 'social_caption', speaker: 'not_applicable' } }
  t.hasStrict(await viewSourceWith('x', 'social_caption'), caption)
  const spoken = { kind: 'reel_transcript', provenance: { origin: 'provider_transcript', speaker: 'unverified' } }
  t.hasStrict(await viewSourceWith('x', 'reel_transcript'), spoken)
  const recorded = { method: 'm', publisher: 'Harbour Weekly', speaker: 'verified' } as const
  const { provenance } = await viewSourceWith('x', 'reel_transcript', { ...recorded, provider: 'p'.repeat(120) })
  const unrecorded = { speakerName: null, relationship: 'unknown' }
  t.hasStrict(provenance, { ...recorded, provider: 'p'.repeat(100), ...unrecorded })
})

t.test('an address outside the public web and a date in words are left out', async (t) => {
  for (const url of ['file:///etc/passwd', 'ftp://example.org/a', 'javascript:alert(1)', 'https://example.org/a b']) {
    t.equal((await viewSourceWith('x', 'vault', { url })).url, null, url)
  }
  for (const date of ['1915', '2023-04', '2023-04-05', '2023-04-05T06:07:08Z']) {
    t.equal((await viewSourceWith('x', 'vault', { published_at: date })).publishedAt, date)
  }
  t.equal((await viewSourceWith('x', 'vault', { published_at: 'spring 1915' })).publishedAt, null)
})
