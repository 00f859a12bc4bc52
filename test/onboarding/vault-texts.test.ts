import t from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { buildArticle, newWeb } from '../discoveries/web.ts'
import { finishJobs } from '../research/slices.ts'
import { createOnboardingClient } from './conversation.ts'

t.test('a recovery that is live does not keep the texts of approved pages from being fetched', async (t) => {
  const { context, base } = await newWeb(t, {
    '/first': buildArticle('sang to the ferry'),
    '/second': buildArticle('rowed'),
  })
  const { db, artistId, call } = context
  const addPage = async (path: string, curation: string) => {
    const id = uuidv7()
    const row = { artist_id: artistId, source_id: `vault:${id}`, kind: 'vault', curation, url: `${base}${path}` }
    await db.insertInto('sources').values(row).execute()
    return id
  }
  const [first, second] = [await addPage('/first', 'approved'), await addPage('/second', 'pending')]
  const { take, reach } = createOnboardingClient(context)
  await reach('vault')
  const knowledge = `/api/artist/${artistId}/knowledge/sources`
  await call('owner', 'POST', `${knowledge}/extract`, { sourceIds: [first] })
  const decisions = [{ sourceId: second, status: 'approved' as const }]
  await take({ type: 'vault_review', decisions, addedUrls: [] })
  const readiness = async () =>
    (await call('owner', 'GET', knowledge)).body.sources.map(
      ({ extraction }: { extraction: { readiness: string } }) => extraction.readiness,
    )
  t.same(await readiness(), ['queued', 'queued'])
  const again = await call('owner', 'POST', `${knowledge}/extract`, { sourceIds: [second] })
  t.match(again, { status: 409, body: { code: 'work_in_progress' } })
  await finishJobs(context, 'source_search')
  t.same(await readiness(), ['ready', 'ready'])
})
