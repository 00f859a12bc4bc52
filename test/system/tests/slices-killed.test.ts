import t from 'tap'
import { verifyRecords } from '#src/admin/verify/verify.ts'
import { buildInstagramItem } from '../../providers/social/apify-server.ts'
import { seed } from '../../text/seed.ts'
import { isNightly, openEnvironment } from '../environment.ts'
import { openPlatform, queueCollection } from '../outage/platform.ts'
import { openProxy } from '../outage/proxy.ts'
import { type KillPoint, newWorkers } from '../outage/slice-worker.ts'

/** Slices of a collection and of all that follows from it; more would be a cycle. */
const slicesMax = 30

const complete = 'completed'
const unknown = 'ended with a start of unknown outcome'

t.setTimeout(isNightly ? 7_200_000 : 240_000)
const environment = await openEnvironment(t)
const reached = { start: () => {} }
const platform = await openPlatform(environment, { posts: buildPosts, onStart: () => reached.start() })
const proxy = await openProxy(environment, environment.url)
const workers = newWorkers(environment, { proxy, platform })

// From the paid start of a collection to the Lore of its posts.
const model = await queueCollection(environment, 'model')
const slices: { kind: string; messages: number }[] = []
for (let slice = await workers.run(model.artistId); slice; slice = await workers.run(model.artistId)) slices.push(slice)
t.comment(slices.map(({ kind, messages }) => `${kind} ${messages}`).join(', '))
t.ok(slices.length >= 4)
const points = isNightly ? listPoints() : choosePoints()

// Workers are killed (SIGKILL), or stopped (SIGSTOP) until others have completed everything and then continued.
for (const how of ['killed', 'stopped'] as const)
  t.test(`slices ${how} at any message to the database are done once, and no start is sent twice`, async (t) => {
    const outcomes: string[] = []
    for (const [at, point] of points.entries()) {
      const handle = `${how}${at}`
      const { artistId } = await queueCollection(environment, handle)
      for (let slice = 0; slice < point.slice; slice += 1) await workers.run(artistId)
      const start = new Promise<void>((come) => Object.assign(reached, { start: come }))
      const resume = await workers.interrupt(artistId, point, start, how)
      reached.start = () => {}
      await runToEnd(artistId)
      await resume()
      // A stopped worker may have held the row of its job, which every claim skips until then.
      await runToEnd(artistId)
      const outcome = await findOutcome(artistId, platform.starts.filter((name) => name === handle).length)
      t.ok(outcome === complete || outcome === unknown, `${JSON.stringify(point)}: ${outcome}`)
      outcomes.push(outcome)
    }
    t.equal(platform.starts.length, new Set(platform.starts).size)
    const counts = [...Map.groupBy(outcomes, (outcome) => outcome)].map(([outcome, all]) => `${all.length} ${outcome}`)
    environment.report('slices', `${how} at ${points.length} points of ${slices.length} slices: ${counts.join(', ')}`)
  })

async function runToEnd(artistId: string): Promise<void> {
  for (let slice = 0; slice < slicesMax && (await workers.run(artistId)) !== undefined; slice += 1);
}

function buildPosts(handle: string) {
  return ['A', 'B'].map((name) => {
    const caption = `We recorded the whole of it in one night in the old mill, and ${name} was the first take.`
    return buildInstagramItem(`${handle}${name}`, { ownerUsername: handle, caption })
  })
}

/** Every message of every slice from both sides, and the start itself. */
function listPoints(): KillPoint[] {
  const points: KillPoint[] = [{ slice: 0, at: 'start' }]
  for (const [slice, { messages }] of slices.entries()) {
    for (let at = 1; at <= messages; at += 1) {
      points.push({ slice, at, side: 'before' }, { slice, at, side: 'after' })
    }
  }
  return points
}

/** The start, and two others: chosen by the seed. */
function choosePoints(): KillPoint[] {
  t.comment(`SEED=${seed}`)
  const [start, ...others] = listPoints()
  const from = seed % others.length
  return [start, others[from], others[(from + (others.length >> 1)) % others.length]].filter(
    (point) => point !== undefined,
  )
}

/**
 * The outcome of everything: complete, or given up because it is unknown whether the run was started; anything else in
 * words.
 */
async function findOutcome(artistId: string, sent: number): Promise<string> {
  const { db } = environment
  const jobs = await db.selectFrom('artist_research_jobs').selectAll().where('artist_id', '=', artistId).execute()
  const live = jobs.filter(({ state }) => state === 'pending' || state === 'waiting')
  const { finding } = await verifyRecords(db, artistId)
  if (finding !== undefined || live.length > 0) return `${live.length} live jobs, verify: ${JSON.stringify(finding)}`
  const collection = jobs.find(({ kind }) => kind === 'social_ingest')
  if (sent <= 1 && collection?.error_category === 'outcome_unknown' && jobs.length === 1) return unknown

  const count = async (table: 'social_posts' | 'sources' | 'lore_versions') =>
    (await db.selectFrom(table).select('artist_id').where('artist_id', '=', artistId).execute()).length
  const events = await db.selectFrom('audit_events').select('action').where('artist_id', '=', artistId).execute()
  const countEvents = (name: string) => events.filter(({ action }) => action === name).length
  const done = jobs.map(({ kind, state, error_category }) => `${kind} ${state} ${error_category}`).toSorted()
  const found = {
    sent,
    done,
    posts: await count('social_posts'),
    sources: await count('sources'),
    lore: await count('lore_versions'),
    captured: countEvents('source.captured'),
    published: countEvents('lore.published'),
  }
  const expected = {
    sent: 1,
    done: ['caption_extract done null', 'lore_refresh done null', 'social_ingest done null'],
    posts: 2,
    sources: 2,
    lore: 1,
    captured: 2,
    published: 1,
  }
  return JSON.stringify(found) === JSON.stringify(expected) ? complete : JSON.stringify(found)
}
