import type { Updateable } from 'kysely'
import t from 'tap'
import type { Sources } from '#src/database/tables.gen.ts'
import { createTestContext } from '../support/test-context.ts'
import { buildSourcePath } from './reading.ts'

const context = await createTestContext(t)
const { artistId, call, db } = context

/** A source with these columns, as the service shows it. */
async function viewSourceWith(
  text: string,
  kind: 'vault' | 'social_caption' | 'reel_transcript',
  columns: Updateable<Sources> = {},
) {
  const { sourceId } = await context.addSource(text, { kind })
  if (Object.keys(columns).length > 0) {
    await db.updateTable('sources').set(columns).where('source_id', '=', sourceId).execute()
  }
  const { body } = await call('owner', 'GET', buildSourcePath(artistId, sourceId))
  return body.passage.source
}

t.test('the description is the exact beginning of the text, never cut inside a surrogate pair', async (t) => {
  t.hasStrict(await viewSourceWith('All of it.', 'vault'), { description: 'All of it.', descriptionTruncated: false })
  const long = 'é'.repeat(700)
  t.hasStrict(await viewSourceWith(long, 'vault'), { description: long.slice(0, 600), descriptionTruncated: true })
  const pairAtTheCut = `${'x'.repeat(599)}😀`
  t.hasStrict(await viewSourceWith(pairAtTheCut, 'vault'), { description: 'x'.repeat(599), descriptionTruncated: true })
  t.hasStrict(await viewSourceWith('😀'.repeat(300), 'vault'), {
    description: '😀'.repeat(300),
    descriptionTruncated: false,
  })
})

t.test('a long title is cut to 300 code points, and marked as cut', async (t) => {
  const title = '𝔘'.repeat(301)
  t.hasStrict(await viewSourceWith('x', 'vault', { title }), { title: '𝔘'.repeat(300), titleTruncated: true })
  t.hasStrict(await viewSourceWith('x', 'vault', { title: '𝔘'.repeat(300) }), {
    title: '𝔘'.repeat(300),
    titleTruncated: false,
  })
  t.hasStrict(await viewSourceWith('x', 'social_caption', { title: null }), { title: null, titleTruncated: false })
})

t.test('the provenance of a text comes from its kind, and from what was recorded with it', async (t) => {
  t.hasStrict((await viewSourceWith('x', 'vault')).provenance, { origin: 'vault_link', speaker: 'not_applicable' })
  t.hasStrict((await viewSourceWith('x', 'vault', { is_upload: true })).provenance, { origin: 'vault_upload' })
  t.hasStrict((await viewSourceWith('x', 'social_caption')).provenance, {
    origin: 'social_caption',
    speaker: 'not_applicable',
  })
  const transcript = await viewSourceWith('x', 'reel_transcript')
  t.hasStrict(transcript, {
    kind: 'reel_transcript',
    provenance: { origin: 'provider_transcript', speaker: 'unverified' },
  })
  const recorded = { provider: 'p'.repeat(120), method: 'm', publisher: 'Harbour Weekly', speaker: 'verified' }
  t.hasStrict((await viewSourceWith('x', 'reel_transcript', recorded)).provenance, {
    provider: 'p'.repeat(100),
    method: 'm',
    publisher: 'Harbour Weekly',
    speaker: 'verified',
    speakerName: null,
    relationship: 'unknown',
  })
})

t.test('only uploads have an instant of upload', async (t) => {
  t.equal((await viewSourceWith('x', 'vault')).uploadedAt, null)
  t.match((await viewSourceWith('x', 'vault', { is_upload: true })).uploadedAt, /^\d{4}-.*Z$/)
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
