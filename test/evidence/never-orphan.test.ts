import t from 'tap'
import { buildEvidencePath, buildSourcePath } from '../knowledge/reading.ts'
import { createResponsesClient } from '../responses/answers.ts'
import { createInterviewClient, startSitting } from '../sessions/interview.ts'
import { researchKey } from '../support/settings.ts'
import { type ApiReply, buildCitation, createTestContext, type TestContext } from '../support/test-context.ts'
import { addCandidate, addDiscovery } from './discoveries.ts'

const first = 'She said “we kept the first take”, and then she laughed. The bell on the record is real.'
const quote = 'we kept the first take'
const key = { 'x-service-research-key': researchKey }
const outcome = ({ status, body }: ApiReply) => `${status} ${body.code ?? body.passage?.text}`

/** The ways in which a reader reopens what a question cites. */
function createReaders(context: TestContext, sourceId: string, revision: string) {
  const evidence = buildEvidencePath(context.artistId, sourceId, `?revision=${revision}`)
  const source = buildSourcePath(context.artistId, sourceId, `?revision=${revision}&includeVersion=true`)
  return {
    claimant: async () => outcome(await context.call('owner', 'GET', evidence)),
    administrator: async () => outcome(await context.call('admin', 'GET', evidence)),
    key: async () => outcome(await context.call(null, 'GET', evidence, undefined, key)),
    knowledge: async () => outcome(await context.call('owner', 'GET', source)),
  }
}

/** A sitting with a question that cites a source. */
async function citing(context: TestContext, kind: 'vault' | 'social_caption' | 'reel_transcript' = 'vault') {
  const interview = createInterviewClient(context)
  const session = (await interview.start()).body.session
  const source = await context.addSource(first, { kind })
  const reference = buildCitation(source, quote)
  const { question } = (await interview.offer(session, 1, reference)).body
  return { ...interview, session, source, reference, question }
}

const restored = async (interview: ReturnType<typeof createInterviewClient>) =>
  (await interview.restore()).body.session.questions.map(({ references }: { references: unknown }) => references)

t.test('a question keeps its citation exactly, whatever happens to the source', async (t) => {
  const context = await createTestContext(t)
  const { source, reference, ...interview } = await citing(context)
  await context.addSource('Another text.', { sourceId: source.sourceId })
  t.same(await restored(interview), [[reference]])
  await context.addSource('Another text.', { sourceId: source.sourceId, curation: 'rejected' })
  t.same(await restored(interview), [[reference]])
})

for (const kind of ['vault', 'social_caption', 'reel_transcript'] as const) {
  t.test(`the cited revision of a ${kind} stays readable, word for word, after ten newer ones`, async (t) => {
    const context = await createTestContext(t)
    const { source, reference } = await citing(context, kind)
    for (let n = 1; n <= 10; n += 1) await context.addSource(`Text number ${n}.`, { kind, sourceId: source.sourceId })
    const read = createReaders(context, source.sourceId, reference.revision)
    t.equal(await read.knowledge(), `200 ${first}`)
    const { passage, version } = (
      await context.call(
        'owner',
        'GET',
        buildSourcePath(context.artistId, source.sourceId, `?revision=${reference.revision}&includeVersion=true`),
      )
    ).body
    t.equal(passage.text.slice(reference.start, reference.end), quote)
    t.equal(version.state, 'historical')
    // The research read takes only the current text, by its revision, not its review (interface, section 4.5, rule 1).
    t.equal(await read.claimant(), '409 revision_changed')
    t.equal(await read.key(), '409 revision_changed')
  })
}

t.test('every revision of a discovery stays readable while its review permits it', async (t) => {
  const context = await createTestContext(t)
  const { sourceId, revision } = await addDiscovery(context, first, { curation: 'approved', identity: 'confirmed' })
  for (let n = 1; n <= 10; n += 1) await context.addSource(`Finding ${n}.`, { kind: 'discovery', sourceId })
  const { claimant, administrator, key } = createReaders(context, sourceId, revision)
  for (const read of [claimant, administrator, key]) t.equal(await read(), `200 ${first}`)
  await addCandidate(context, sourceId, { curation: 'declined', identity: 'unresolved' })
  t.equal(await claimant(), '409 evidence_changed')
  t.equal(await administrator(), '409 evidence_changed')
  t.equal(await key(), '404 not_found')
})

for (const [name, change] of Object.entries({
  rejected: { curation: 'rejected' },
  removed: { removed_at: new Date('2026-01-01T00:00:00Z') },
})) {
  t.test(
    `a source that was ${name} blocks its citations: 404 for the key, 409 evidence_changed for the claimant`,
    async (t) => {
      const context = await createTestContext(t)
      const { source, reference, answer, question, offer, session } = await citing(context)
      await answer(question, null)
      const newer = await context.addSource(`Foreword. ${first}`, { sourceId: source.sourceId })
      const set = (values: object) =>
        context.db.updateTable('sources').set(values).where('source_id', '=', source.sourceId).execute()
      await set(change)
      for (const revision of [reference.revision, newer.revision]) {
        const read = createReaders(context, source.sourceId, revision)
        t.equal(await read.key(), '404 not_found', 'the key learns nothing, not even that there was one')
        t.equal(await read.claimant(), '409 evidence_changed')
        t.equal(await read.administrator(), '409 evidence_changed')
        t.equal(await read.knowledge(), '404 not_found', 'it is no evidence any more, in any revision')
      }
      const again = await offer(session, 2, reference)
      t.same([again.status, again.body.code], [404, 'not_found'], 'nor can it be cited again')

      await set({ curation: 'approved', removed_at: null })
      t.equal(
        await createReaders(context, source.sourceId, reference.revision).knowledge(),
        `200 ${first}`,
        'nothing was lost',
      )
      t.equal((await offer(session, 2, reference)).status, 200)
    },
  )
}

t.test('a cited answer stays readable in the revision that was cited, however often it is revised', async (t) => {
  const context = await createTestContext(t)
  const { answer, offer, session, reference: about } = await startSitting(context)
  const question = (await offer(session, 1, about)).body.question
  const said = 'We kept the first take because of the bell.'
  const cited = (await answer(question, said)).body.question
  const quoted = said.slice(0, 22)
  const window = { revision: cited.revision, start: 0, end: quoted.length, quote: quoted }
  const reference = { kind: 'answer' as const, entryId: cited.id, ...window }
  t.equal((await offer(session, 2, reference)).status, 200)
  const { revise, read } = createResponsesClient(context)
  for (let n = 1, { revision } = cited; n <= 10; n += 1) {
    revision = (await revise(cited.id, { expectedRevision: revision, answer: `Wording ${n}.` })).body.response.revision
  }
  const { response, isCurrent } = (await read(cited.id, { revision: cited.revision })).body
  t.equal(response.answer.slice(reference.start, reference.end), reference.quote)
  t.equal(isCurrent, false)
})
