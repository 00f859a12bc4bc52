import { setTimeout as after } from 'node:timers/promises'
import { transact } from '#src/database/transaction.ts'
import { enqueueJob } from '#src/queue/enqueue.ts'
import { lockAuditTrail } from '#src/records/audit/audit-trail.ts'
import { normalizeProfileUrl } from '#src/text/url/page-url.ts'
import { startApifyServer } from '../../providers/social/apify-server.ts'
import type { TestEnvironment } from '../environment.ts'

export type Platform = Awaited<ReturnType<typeof openPlatform>>

type Manner = {
  /** Milliseconds of the response to a start. */
  startMs?: number
  /** Called when a start has arrived, before its response. */
  onStart?: () => void
  /** The result of a run of this profile. */
  posts?: (handle: string) => unknown[]
}

/** A stand-in for the paid platform: records the profiles of its starts, and every run succeeds. */
export async function openPlatform(environment: Pick<TestEnvironment, 'teardown'>, manner: Manner) {
  const { startMs = 0, onStart = () => {}, posts = () => [] } = manner
  const { platform, settings } = await startApifyServer(environment)
  const starts: string[] = []
  let pending = 0
  platform.onStart = async (input) => {
    const handle = parseHandle(input)
    starts.push(handle)
    platform.items = posts(handle)
    pending += 1
    onStart()
    await after(startMs)
    pending -= 1
  }
  return { starts, settings, /** Starts without a response yet. */ underWay: () => pending }
}

/** An artist with a profile of that name, and the job that collects its posts. */
export async function queueCollection(
  environment: TestEnvironment,
  handle: string,
): Promise<{ artistId: string; jobId: string }> {
  const artistId = await environment.createArtist()
  await linkProfile(environment, artistId, `https://www.instagram.com/${handle}`)
  const job = await enqueueJob(environment.db, {
    artistId,
    id: environment.newId(),
    kind: 'social_ingest',
  })
  return { artistId, jobId: job.id }
}

/** The profile's name, which differs for each job here. */
const parseHandle = (input: unknown): string =>
  new URL((input as { directUrls: [string] }).directUrls[0]).pathname.replaceAll('/', '')

/** As the artist's own turn of the onboarding would leave it. */
async function linkProfile({ db, newId }: TestEnvironment, artistId: string, url: string): Promise<void> {
  await transact(db, async (trx) => {
    const trail = await lockAuditTrail(trx, artistId)
    if (trail === undefined) throw new Error('There is no such artist')
    const [id, state, origin, siteName] = [newId(), 'linked', 'added', 'Instagram'] as const
    const details = { url, siteName, displayName: null, state, origin }
    trail.stage({ action: 'profile.linked', subject: `profile:${id}`, revision: null, details })
    await trail.flush()
    const row = {
      artist_id: artistId,
      id,
      url,
      url_key: normalizeProfileUrl(url) ?? '',
      site_name: siteName,
      state,
      origin,
    }
    const at = trail.now
    await trx
      .insertInto('artist_profiles')
      .values({ ...row, created_at: at, decided_at: at })
      .execute()
  })
}
