import t from 'tap'
import { buildEvidencePath } from '../knowledge/reading.ts'
import { researchKey } from '../support/settings.ts'
import { changeSource } from '../support/sources.ts'
import { createTestContext } from '../support/test-context.ts'
import { addDiscovery } from './discoveries.ts'

const context = await createTestContext(t)
const { artistId, call, db } = context
const key = { 'x-service-research-key': researchKey }

const read = (evidenceId: string, query = '', subject = 'owner') =>
  call(subject, 'GET', buildEvidencePath(artistId, evidenceId, query))
const readByKey = (evidenceId: string, query = '') =>
  call(null, 'GET', buildEvidencePath(artistId, evidenceId, query), undefined, key)

t.test('the passage is the exact window, with the known metadata of the original', async (t) => {
  const { sourceId, revision } = await context.addSource('Take four, and the kettle.', { kind: 'social_caption' })
  const { body } = await read(sourceId, '?start=5&maxChars=256')
  t.ok(Date.parse(body.passage.retrievedAt) > 0)
  const window = { sourceId, revision, start: 5, end: 26, text: 'four, and the kettle.' }
  const url = `https://example.org/${sourceId.replaceAll(':', '/')}`
  const type = { curation: 'approved', evidenceKind: 'caption', speaker: 'not_applicable' }
  const known = { url, ...type, publishedAt: null, retrievedAt: body.passage.retrievedAt, truncated: null }
  t.same(body, { status: 'ok', passage: { ...window, ...known }, totalChars: 26, nextStart: null })
})

t.test('unknown metadata is left out, except for when and how completely the text was stored', async (t) => {
  const { sourceId } = await addDiscovery(context, 'Found somewhere.')
  await changeSource(db, { url: null }, sourceId)
  const { passage } = (await read(sourceId)).body
  t.same(Object.keys(passage), [
    ...['sourceId', 'revision', 'start', 'end', 'text', 'curation'],
    ...['publishedAt', 'retrievedAt', 'truncated'],
  ])
  await changeSource(db, { published_at: '2024-11' }, sourceId)
  await db.updateTable('source_revisions').set({ truncated: true }).where('source_id', '=', sourceId).execute()
  t.match((await read(sourceId)).body.passage, { publishedAt: '2024-11', truncated: true })
})

t.test('the type of a text and its speaker follow from its kind, or from what was recorded', async (t) => {
  const kinds = {
    vault: { evidenceKind: 'original_text', speaker: 'not_applicable' },
    social_caption: { evidenceKind: 'caption', speaker: 'not_applicable' },
    reel_transcript: { evidenceKind: 'provider_transcript', speaker: 'unverified' },
  } as const
  for (const [kind, expected] of Object.entries(kinds)) {
    const { sourceId } = await context.addSource('Words.', { kind: kind as keyof typeof kinds })
    t.hasStrict((await read(sourceId)).body.passage, expected)
  }
  const { sourceId } = await context.addSource('Spoken.', { kind: 'discovery' })
  const record = (speaker: 'unverified' | 'verified') =>
    changeSource(db, { evidence_kind: 'provider_transcript', speaker }, sourceId)
  await record('unverified')
  t.hasStrict((await read(sourceId)).body.passage, { evidenceKind: 'provider_transcript', speaker: 'unverified' })
  await record('verified')
  t.notOk('speaker' in (await read(sourceId)).body.passage, 'a verified speaker is neither of the two')
})

t.test('a start past the end or inside a pair is 400 naming it', async (t) => {
  const { sourceId } = await context.addSource('a😀b')
  for (const start of [2, 5, 4_000_000]) {
    const { status, body } = await read(sourceId, `?start=${start}`)
    t.equal(status, 400, String(start))
    t.match(body.error, /^query\.start: lies (inside|past)/)
  }
  t.hasStrict((await read(sourceId, '?start=4')).body, { passage: { text: '', start: 4, end: 4 }, nextStart: null })
})

t.test('saved Lore and posts are read in their current revision only', async (t) => {
  for (const kind of ['vault', 'social_caption', 'reel_transcript'] as const) {
    const before = await context.addSource('The bell is on.', { kind })
    const after = await context.addSource('The bell is off.', { kind, sourceId: before.sourceId })
    t.equal((await read(before.sourceId, `?revision=${after.revision}`)).status, 200)
    const changed = { status: 409, body: { code: 'revision_changed' } }
    for (const revision of [before.revision, 'a'.repeat(64)])
      for (const by of [read, readByKey]) t.match(await by(before.sourceId, `?revision=${revision}`), changed)
  }
})

t.test('retained revisions of a discovery stay readable; one that it never had is 404', async (t) => {
  const before = await addDiscovery(context, 'First finding.', { curation: 'approved' })
  await context.addSource('Second finding.', { kind: 'discovery', sourceId: before.sourceId })
  for (const by of [read, readByKey])
    t.equal((await by(before.sourceId, `?revision=${before.revision}`)).body.passage.text, 'First finding.')
  t.equal((await read(before.sourceId)).body.passage.text, 'Second finding.')
  t.equal((await read(before.sourceId, `?revision=${'a'.repeat(64)}`)).status, 404)
})

t.test('the revision of its candidate opens the current text of a discovery, and is never cached', async (t) => {
  const { sourceId } = await addDiscovery(context, 'First finding.', { curation: 'approved' })
  const { revision } = await context.addSource('Second finding.', { kind: 'discovery', sourceId })
  const ofCandidate = `?revision=${'d'.repeat(64)}`
  const current = { revision, text: 'Second finding.' }
  const uncached = { headers: { 'cache-control': 'private, no-store' }, body: { passage: current } }
  for (const by of [read, readByKey]) t.match(await by(sourceId, ofCandidate), uncached)
  const other = await context.addSource('Without a candidate.', { kind: 'discovery' })
  t.equal((await read(other.sourceId, ofCandidate)).status, 404)
})

t.test('without stored text there is no original to reopen: 404', async (t) => {
  const { sourceId, revision } = await context.addSource('Text.')
  await changeSource(db, { revision: null }, sourceId)
  t.equal((await read(sourceId)).status, 404)
  t.equal((await read(sourceId, `?revision=${revision}`)).status, 404)
})

t.test('a text beyond four million characters is 413 limit_exceeded', async (t) => {
  await db.schema.alterTable('source_revisions').dropConstraint('source_revisions_total_chars_check').execute()
  const { sourceId } = await context.addSource('z'.repeat(4_000_001))
  t.match(await read(sourceId), { status: 413, body: { code: 'limit_exceeded' } })
})
