import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { setTimeout as after } from 'node:timers/promises'
import { enqueueJob } from '#src/queue/enqueue.ts'
import type { Stage } from '../stage.ts'

export type Platform = Awaited<ReturnType<typeof openPlatform>>

/** Milliseconds that the platform takes for each answer, and what it is told before it answers. */
export type Manner = { answerMs?: number; onRequest?: (isStart: boolean) => void }

/** Stands in for the platform whose runs are paid for: remembers for which profile each was started, and every run has found `posts`. */
export async function openPlatform(
  { teardown }: Pick<Stage, 'teardown'>,
  { answerMs = 0, onRequest }: Manner = {},
  posts: readonly unknown[] = [],
) {
  const starts: string[] = []
  const server = createServer(async (request, response) => {
    const isStart = request.method === 'POST'
    if (isStart) starts.push(((await json(request)) as { directUrls: [string] }).directUrls[0])
    onRequest?.(isStart)
    await after(answerMs)
    const isPage = request.url?.includes('/items')
    const body = isPage ? posts : { data: { id: 'run', defaultDatasetId: 'set', status: 'SUCCEEDED' } }
    response
      .writeHead(isStart ? 201 : 200, {
        'content-type': 'application/json',
        'x-apify-pagination-total': String(posts.length),
        'x-apify-pagination-offset': '0',
        'x-apify-pagination-limit': '50',
      })
      .end(JSON.stringify(body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  teardown(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return { starts, settings: { APIFY_TOKEN: 'a-token', APIFY_URL: `http://127.0.0.1:${port}` } }
}

/** An artist with a profile of that name, and the job that collects its posts. */
export async function queueCollection(stage: Stage, handle: string): Promise<{ artistId: string; jobId: string }> {
  const artistId = await stage.artist()
  const at = new Date()
  const profile = { url: `https://www.instagram.com/${handle}`, address: `instagram.com/${handle}` }
  await stage.db
    .insertInto('artist_profiles')
    .values({
      ...{ artist_id: artistId, id: stage.newId(), ...profile, site_name: 'Instagram', state: 'linked' },
      ...{ origin: 'added', created_at: at, decided_at: at },
    })
    .execute()
  const job = await enqueueJob(stage.db, {
    artistId,
    id: stage.newId(),
    kind: 'social_ingest',
  }).executeTakeFirstOrThrow()
  return { artistId, jobId: job.id }
}
