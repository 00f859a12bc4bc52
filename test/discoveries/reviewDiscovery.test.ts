import t, { type Test } from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { changeArtist } from '#src/records/audit/change-artist.ts'
import { proposeCandidate } from '#src/research/discover/review-candidates.ts'
import { computeCandidateRevision } from '#src/text/revisions.ts'
import { discovery } from '../admin/files.ts'
import { listLoreVersions } from '../research/lore-versions.ts'
import { advanceUntilIdle, listJobs } from '../research/slices.ts'
import { readCheckedTrail } from '../sessions/trail.ts'
import { pluck } from '../support/pluck.ts'
import { importLines } from '../support/records.ts'
import { changeSource } from '../support/sources.ts'
import { createTestContext, type Loose, type TestContext } from '../support/test-context.ts'

const words = 'Mara Quill recorded a choir of nineteen women in the net loft, and the rain came in on the second verse.'

/** A test context with one candidate in the queue: a page with its text, or a link without one. */
async function withCandidate(t: Test, { destination = 'lore' as 'lore' | 'link' } = {}) {
  const context = await createTestContext(t)
  const { db, artistId, call } = context
  const url = destination === 'lore' ? 'https://press.example/one' : 'https://www.instagram.com/maraquill'
  const found = { url, title: 'The tide table', destination, reason: 'The page names the artist once.' }
  const text = destination === 'lore' ? { text: words, truncated: false, publishedAt: '2026-06' } : undefined
  const proposal = { ...found, ...(text && { text }), provider: 'test', jobId: uuidv7() }
  await changeArtist(db, { artistId }, async (tx) => await proposeCandidate(tx, uuidv7(), proposal))
  const path = `/api/artist/${artistId}/research/discoveries`
  const queue = () => call('owner', 'GET', path)
  const review = (id: string, body: unknown, subject: string | null = 'owner') =>
    call(subject, 'POST', `${path}/${id}/review`, body)
  const [candidate] = (await queue()).body.candidates
  return { context, queue, review, candidate: candidate as Loose }
}

const liveLore = async (context: TestContext) => pluck(await listJobs(context, 'lore_refresh'), 'requests')

const search = async ({ call, artistId }: TestContext, words: string) =>
  (await call('owner', 'GET', `/api/artist/${artistId}/knowledge/search?query=${words}`)).body.passages

t.test('an approval makes the text evidence: listed, searched, citable, and read by the next Lore', async (t) => {
  const { context, candidate, review, queue } = await withCandidate(t)
  t.same(await search(context, 'choir'), [])
  const approved = await review(candidate.id, { revision: candidate.revision, decision: 'approve' })
  t.match(approved, { status: 200 })
  const after = approved.body.candidate
  t.match(after, { ...candidate, curation: 'approved', identity: 'confirmed', revision: after.revision })
  const { id: candidateId, evidenceId, ...content } = after
  const object = { artistId: context.artistId, candidateId, ...content, previous: candidate.revision }
  t.equal(after.revision, computeCandidateRevision(object))
  t.same((await queue()).body.candidates, [])

  const [passage] = await search(context, 'choir')
  t.match(passage, { source: { sourceId: `vault:${candidate.id}`, url: candidate.url, title: 'The tide table' } })
  await advanceUntilIdle(context)
  const [lore, ...more] = await listLoreVersions(context)
  t.same(more, [])
  t.match(lore?.text, 'nineteen women')
  const cited = new Set(pluck(lore?.citations as Loose[], 'id'))
  t.same([...cited], [`vault:${candidate.id}`], 'read once, in the vault')
  t.equal(evidenceId, candidate.id)
})

t.test('a decision against a candidate: it leaves the queue, and no Lore refresh is queued', async (t) => {
  const { context, candidate, review, queue } = await withCandidate(t)
  let { revision } = candidate
  for (const [decision, curation, identity] of [
    ['decline', 'declined', 'unresolved'],
    ['wrong_artist', 'wrong_artist', 'wrong_artist'],
    ['incorrect', 'incorrect', 'unresolved'],
  ] as const) {
    const decided = await review(candidate.id, { revision, decision })
    t.match(decided, { status: 200, body: { candidate: { curation, identity } } })
    t.same((await queue()).body.candidates, [])
    t.same(await liveLore(context), [])
    const path = `/api/artist/${context.artistId}/research/evidence/${candidate.evidenceId}`
    t.match(await context.call('owner', 'GET', path), { status: 409, body: { code: 'evidence_changed' } })
    t.same(await context.db.selectFrom('sources').select('curation').execute(), [{ curation: 'rejected' }])
    const reopened = await review(candidate.id, { revision: decided.body.candidate.revision, decision: 'reopen' })
    revision = reopened.body.candidate.revision
  }
})

t.test('the address of a source of the artist cannot be approved, unless the source was removed', async (t) => {
  const { context, candidate, review, queue } = await withCandidate(t)
  const { sourceId } = await context.addSource('The same page, linked by hand.')
  await changeSource(context.db, { url: `${candidate.url}/?utm_source=x` }, sourceId)
  const body = { revision: candidate.revision, decision: 'approve' }
  t.match(await review(candidate.id, body), { status: 409, body: { code: 'link_conflict' } })
  t.same((await queue()).body.candidates, [candidate])
  const declined = await review(candidate.id, { ...body, decision: 'decline' })
  t.equal(declined.status, 200, 'but it can be turned down')
  const reopened = await review(candidate.id, { revision: declined.body.candidate.revision, decision: 'reopen' })
  await changeSource(context.db, { removed_at: new Date() }, sourceId)
  t.equal((await review(candidate.id, { ...body, revision: reopened.body.candidate.revision })).status, 200)
})

t.test('an approved link queues a Lore refresh; a page that the artist removed does not come back', async (t) => {
  const { context, candidate, review, queue } = await withCandidate(t, { destination: 'link' })
  const row = { artist_id: context.artistId, id: uuidv7(), url_key: 'instagram.com/maraquill', url: candidate.url }
  const removed = { state: 'removed', origin: 'found', created_at: new Date(), decided_at: new Date() } as const
  await context.db
    .insertInto('artist_profiles')
    .values({ ...row, ...removed, site_name: 'instagram' })
    .execute()
  const refused = await review(candidate.id, { revision: candidate.revision, decision: 'approve' })
  t.match(refused, { status: 409, body: { code: 'link_conflict' } })
  t.same((await queue()).body.candidates, [candidate])
  await context.db.updateTable('artist_profiles').set({ state: 'linked' }).execute()
  const linked = await review(candidate.id, { revision: candidate.revision, decision: 'approve' })
  const link = { destination: 'link', curation: 'approved', evidenceId: null }
  t.match(linked, { status: 200, body: { candidate: link } })
  t.same(await context.db.selectFrom('sources').select('source_id').execute(), [])
  t.same(await liveLore(context), [1])
})

t.test('a decision is taken back: the candidate waits again, and what an approval made is no evidence', async (t) => {
  const { context, candidate, review, queue } = await withCandidate(t)
  const decide = async (decision: string, revision: string) =>
    (await review(candidate.id, { revision, decision })).body.candidate
  const approved = await decide('approve', candidate.revision)
  await advanceUntilIdle(context)
  t.match((await listLoreVersions(context)).at(-1)?.text, 'nineteen women')

  const stale = await review(candidate.id, { revision: candidate.revision, decision: 'reopen' })
  t.match(stale, { status: 409, body: { code: 'revision_changed' } })
  const reopened = await decide('reopen', approved.revision)
  t.match(reopened, { id: candidate.id, curation: 'pending', identity: 'unresolved' })
  t.same((await queue()).body.candidates, [reopened])
  t.same(await search(context, 'choir'), [], 'it is found no more')
  await advanceUntilIdle(context)
  t.notMatch((await listLoreVersions(context)).at(-1)?.text, 'nineteen women')
  t.same(await decide('reopen', approved.revision), reopened, 'again it changes nothing')

  const again = await decide('approve', reopened.revision)
  t.match(again, { curation: 'approved', identity: 'confirmed' })
  t.equal((await search(context, 'choir')).length, 1, 'the same record is evidence again')
  await advanceUntilIdle(context)
  t.match((await listLoreVersions(context)).at(-1)?.text, 'nineteen women')
  await decide('reopen', again.revision)
  const { id, url } = candidate
  const changed = { ...discovery, id, artist: context.artistId, url, title: 'Found again', text: 'A flute.' }
  await importLines(context.db, [changed])
  const [another] = (await queue()).body.candidates
  const last = await decide('approve', another.revision)
  t.match(await search(context, 'flute'), [{ source: { title: 'Found again' } }], 'in the words that were reviewed')
  const declined = await decide('decline', (await decide('reopen', last.revision)).revision)
  t.match(declined, { curation: 'declined' })
  await readCheckedTrail(t, context)
})
