import { v7 as uuidv7 } from 'uuid'
import { setClaim } from '#src/admin/claims.ts'
import { enqueueJob } from '#src/queue/enqueue.ts'
import { addDiscovery } from '../evidence/discoveries.ts'
import { buildListPath } from '../knowledge/reading.ts'
import { addCorrection, buildBoundaryOn, createMemoryClient } from '../memory/memory.ts'
import { createResponsesClient } from '../responses/answers.ts'
import type { startSitting } from '../sessions/interview.ts'
import { importLines } from '../support/records.ts'
import { addArtist, type TestContext } from '../support/test-context.ts'

/** No writer empties a list: it would have no second page to request. */
const keptMin = 6

/** Writes of the artist's owner. Each leaves at least one list unchanged, and changes at least one other. */
export function createWriters(
  context: TestContext,
  { session, offer, answer, restore, reference }: Awaited<ReturnType<typeof startSitting>>,
  written: { id: string },
) {
  const { artistId, db } = context
  const { revise, read } = createResponsesClient(context)
  const { boundaries, save, retract } = createMemoryClient(context)
  const get = (path: string) => context.call('owner', 'GET', path)
  const key = { questionKey: written.id }
  return {
    reviseAnswer: async () => {
      const { revision } = (await read(written.id)).body.response
      await revise(written.id, { expectedRevision: revision, answer: `Said again after ${revision}.` })
    },
    offerAndAnswer: async () => {
      const ordinal = 1 + (await restore()).body.session.questions.length
      const offered = await offer(session, Math.min(3, ordinal), reference)
      if (offered.status === 200) await answer(offered.body.question, `Answer ${ordinal}.`)
    },
    importAnswer: () => {
      const offeredAt = '2021-05-05T00:00:00.000Z'
      const record = {
        type: 'response',
        id: uuidv7(),
        artist: artistId,
        question: 'Where?',
        answer: 'Here.',
        sitting: null,
        offeredAt,
        source: 'import',
      }
      return importLines(db, [record])
    },
    drawBoundary: async () => {
      const drawn = (await boundaries({ sitting: 1 })).body.boundaries
      if (drawn.length === 5) await retract(drawn[0])
      await save(buildBoundaryOn(key, { wording: 'Not that, please. '.repeat(20) }))
    },
    drawAndLift: async () => {
      await retract((await save(buildBoundaryOn(key))).body.boundary)
    },
    publishLore: async () => {
      const number = 1 + (await db.selectFrom('lore_versions').select('number').execute()).length
      const version = { number, text: `Lore ${number}.`, citations: '[]', revision: `${number}`.padStart(64, '0') }
      await db
        .insertInto('lore_versions')
        .values({ artist_id: artistId, ...version, composed_by: 'artist' })
        .execute()
    },
    correct: () => addCorrection(context, { claim: `Claim ${uuidv7()}` }),
    addArtist: async () =>
      setClaim(db, { artistId: await addArtist(db, `Artist ${uuidv7()}`), subject: 'owner', state: 'approved' }),
    addSource: () => context.addSource(`Another text, ${uuidv7()}.`),
    rejectSource: async () => {
      const { sources } = (await get(buildListPath(artistId))).body
      if (sources.length > keptMin) {
        await context.addSource(`Not eligible, ${uuidv7()}.`, { sourceId: sources[0].sourceId, curation: 'rejected' })
      }
    },
    find: () => addDiscovery(context, 'Found.'),
    decide: async () => {
      const path = `/api/artist/${artistId}/research/discoveries`
      const { candidates } = (await get(path)).body
      if (candidates.length <= keptMin) return
      const [{ id, revision }] = candidates
      await context.call('owner', 'POST', `${path}/${id}/review`, { revision, decision: 'decline' })
    },
    enqueue: () => enqueueJob(db, { artistId, id: uuidv7(), kind: 'source_search', purpose: uuidv7() }),
  } satisfies Record<string, () => Promise<unknown>>
}

export type Writer = keyof ReturnType<typeof createWriters>
