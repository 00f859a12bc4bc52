import t from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { buildEvidencePath } from '../knowledge/reading.ts'
import { researchKey } from '../support/settings.ts'
import { changeSource } from '../support/sources.ts'
import { createTestContext } from '../support/test-context.ts'
import { addCandidate, addDiscovery } from './discoveries.ts'

const context = await createTestContext(t)
const { artistId, call } = context

/** The outcome for the key, the claimant and an administrator: a status, with the curation or the code. */
async function seenBy(evidenceId: string, query = '') {
  const path = buildEvidencePath(artistId, evidenceId, query)
  const answers = {
    key: await call(null, 'GET', path, undefined, { 'x-service-research-key': researchKey }),
    owner: await call('owner', 'GET', path),
    admin: await call('admin', 'GET', path),
  }
  return Object.fromEntries(
    Object.entries(answers).map(([who, { status, body }]) => [who, `${status} ${body.passage?.curation ?? body.code}`]),
  )
}

const everyCaller = (answer: string) => ({ key: answer, owner: answer, admin: answer })
const reviewersOnly = (answer: string) => ({ key: '404 not_found', owner: answer, admin: answer })

t.test('of several candidates of one text all must approve it, and one decision against it withdraws it', async (t) => {
  const { sourceId } = await addDiscovery(context, 'Found twice.', { curation: 'approved', identity: 'confirmed' })
  t.same(await seenBy(sourceId), everyCaller('200 approved'))
  await addCandidate(context, sourceId, { curation: 'pending', identity: 'unresolved' })
  t.same(await seenBy(sourceId), reviewersOnly('200 pending'))
  await addCandidate(context, sourceId, { curation: 'declined', identity: 'unresolved' })
  t.same(await seenBy(sourceId), reviewersOnly('409 evidence_changed'))
})

t.test('a discovery whose record in the vault is approved no more is evidence no more', async (t) => {
  const { sourceId } = await addDiscovery(context, 'Found once.', { curation: 'approved', identity: 'confirmed' })
  const twin = { sourceId: sourceId.replace('discovery:', 'vault:') }
  await context.addSource('Found once.', twin)
  t.same(await seenBy(sourceId), everyCaller('200 approved'))
  for (const change of [
    { curation: 'rejected' },
    { curation: 'pending' },
    { is_private: true },
    { removed_at: new Date() },
  ] as const) {
    const columns = { curation: 'approved', is_private: false, removed_at: null, ...change } as const
    await changeSource(context.db, columns, twin.sourceId)
    t.same(await seenBy(sourceId), reviewersOnly('409 evidence_changed'))
  }
})

const read = (evidenceId: string, query = '') => call('owner', 'GET', buildEvidencePath(artistId, evidenceId, query))

t.test('a bare uuid is any kind of evidence, of several discovery, vault record, caption, transcript', async (t) => {
  const uuid = uuidv7()
  const identities = {
    [`social:${uuid}:transcript`]: 'reel_transcript',
    [`social:${uuid}:caption`]: 'social_caption',
    [`vault:${uuid}`]: 'vault',
    [`discovery:${uuid}`]: 'discovery',
  } as const
  const revisions: Record<string, string> = {}
  for (const [sourceId, kind] of Object.entries(identities)) {
    revisions[sourceId] = (await context.addSource(`The ${kind}.`, { sourceId, kind })).revision
    for (const written of [uuid, uuid.toUpperCase()])
      t.hasStrict((await read(written)).body.passage, { sourceId, text: `The ${kind}.` })
  }
  t.equal((await read(uuidv7())).status, 404)
  for (const [sourceId, revision] of Object.entries(revisions)) {
    const { body } = await read(uuid, `?revision=${revision}`)
    t.equal(body.passage.sourceId, sourceId, 'a revision decides which one is meant')
  }
})

t.test('a readable one comes before a withdrawn one', async (t) => {
  const uuid = uuidv7()
  await context.addSource('Rejected.', { sourceId: `vault:${uuid}`, curation: 'rejected' })
  t.equal((await read(uuid)).body.code, 'evidence_changed')
  await context.addSource('A caption.', { sourceId: `social:${uuid}:caption`, kind: 'social_caption' })
  t.equal((await read(uuid)).body.passage.text, 'A caption.')
})
