import t from 'tap'
import { newWorld } from '../support/world.ts'
import { ask, endQuestions, passTime, questions, read } from './questions.ts'

t.test('a request queues one job and returns before any slice has run', async (t) => {
  const world = await newWorld(t)
  const { status, body } = await ask(world)
  t.equal(status, 202)
  t.match(body, { stage: 'checking_saved', references: [], limitations: [], provider: null, reused: false })
  const [job, ...more] = await questions(world)
  t.same(more, [])
  t.match(job, { id: body.jobId, state: 'pending', attempts: 0, payload: { freshness: 'stored', platform: null } })
})

t.test('a repeated read queues nothing', async (t) => {
  const world = await newWorld(t)
  const { jobId } = (await ask(world)).body
  const [before] = await questions(world)
  for (let n = 0; n < 3; n += 1) t.match(await read(world, jobId), { status: 200, body: { stage: 'checking_saved' } })
  t.same(await questions(world), [before])
})

t.test('equal requests share one live job, for every caller', async (t) => {
  const world = await newWorld(t)
  const { jobId } = (await ask(world)).body
  const answers = await Promise.all([
    ask(world, {}, { caller: 'admin' }),
    ask(world, {}, { caller: null }),
    ask(world, { freshness: 'stored' }),
  ])
  for (const { status, body } of answers) t.match({ status, body }, { status: 202, body: { jobId, reused: true } })
  const jobs = await questions(world)
  t.match(jobs, [{ id: jobId, requests: 1 }], 'a request that joins does not make it run twice')
})

t.test('ten equal requests at once are one job', async (t) => {
  const world = await newWorld(t)
  const answers = await Promise.all(Array.from({ length: 10 }, () => ask(world)))
  t.ok(answers.every(({ status }) => status === 202))
  t.equal(new Set(answers.map(({ body }) => body.jobId)).size, 1)
  t.equal(answers.filter(({ body }) => body.reused).length, 9)
  t.equal((await questions(world)).length, 1)
})

t.test('a request that differs in any field is another question', async (t) => {
  const world = await newWorld(t)
  const first = (await ask(world)).body.jobId
  const others = [
    { topic: 'the pump organ on Low water' },
    { evidenceNeed: 'credits' },
    { freshness: 'recent' },
    { targetUrl: 'https://harbour-weekly.example/low-water' },
    { platform: 'instagram' },
    { fromDate: '2023-01-01' },
    { toDate: '2023-01-01' },
  ]
  for (const other of others) t.match(await ask(world, other), { status: 429, body: { code: 'research_busy' } })
  await endQuestions(world)
  t.not((await ask(world, { freshness: 'recent' })).body.jobId, first)
})

t.test('an unresolved result is reused for five minutes', async (t) => {
  const world = await newWorld(t)
  const { jobId } = (await ask(world)).body
  await endQuestions(world)
  await passTime(world, 290)
  t.match((await ask(world)).body, { jobId, stage: 'unresolved', reused: true })
  await passTime(world, 11)
  const again = (await ask(world)).body
  t.not(again.jobId, jobId)
  t.match(again, { stage: 'checking_saved', reused: false })
})

t.test('a failed result is not reused: the next request is a new job', async (t) => {
  const world = await newWorld(t)
  const { jobId } = (await ask(world)).body
  await endQuestions(world, 'failed')
  t.match((await read(world, jobId)).body, { stage: 'failed', message: /failed/ })
  const again = (await ask(world)).body
  t.not(again.jobId, jobId)
  t.equal(again.reused, false)
})

t.test('a job is readable under its own artist alone, and only when it researches a question', async (t) => {
  const world = await newWorld(t)
  const { jobId } = (await ask(world)).body
  t.equal((await read(world, jobId, { caller: 'admin', artistId: world.otherArtistId })).status, 404)
  t.equal((await read(world, jobId, { caller: 'other-owner', artistId: world.otherArtistId })).status, 404)
  t.equal((await read(world, jobId.toUpperCase())).status, 200)
  await world.call('owner', 'POST', `/api/artist/${world.artistId}/research/refresh`, { mode: 'lore-only' })
  const lore = await world.db
    .selectFrom('artist_research_jobs')
    .select('id')
    .where('kind', '=', 'lore_refresh')
    .executeTakeFirstOrThrow()
  t.equal((await read(world, lore.id)).status, 404)
})

t.test('a caller without a claim and without the key is refused, and nothing is queued', async (t) => {
  const world = await newWorld(t)
  t.equal((await ask(world, {}, { caller: 'stranger' })).status, 403)
  t.equal((await ask(world, {}, { caller: 'other-owner' })).status, 403)
  const missing = '0198f3a2-0000-7000-8000-00000000dead'
  t.equal((await ask(world, {}, { caller: null, artistId: missing })).status, 404)
  t.equal((await ask(world, {}, { caller: 'admin', artistId: missing })).status, 404)
  t.same(await questions(world), [])
})

t.test('an invalid request is 400, naming the field', async (t) => {
  const world = await newWorld(t)
  const wrong: [Record<string, unknown>, RegExp][] = [
    [{ topic: 'ab' }, /topic/],
    [{ topic: '   ' }, /topic/],
    [{ topic: 'x'.repeat(161) }, /topic/],
    [{ topic: 'low \ud800 water' }, /topic/],
    [{ evidenceNeed: 'gossip' }, /evidenceNeed/],
    [{ freshness: 'fresh' }, /freshness/],
    [{ platform: 'myspace' }, /platform/],
    [{ fromDate: '2023-02-30' }, /fromDate/],
    [{ fromDate: '2023-03-02', toDate: '2023-03-01' }, /toDate/],
    [{ targetUrl: 'ftp://example.org/x' }, /targetUrl/],
    [{ targetUrl: 'https://me:secret@example.org/x' }, /targetUrl/],
    [{ targetUrl: 'https://example.org:22/x' }, /targetUrl/],
  ]
  for (const [request, names] of wrong) {
    const { status, body } = await ask(world, request)
    t.equal(status, 400, JSON.stringify(request))
    t.match(body, { code: 'invalid_request', error: names })
  }
  t.same(await questions(world), [])
  t.equal((await ask(world, { fromDate: '2023-03-01', toDate: '2023-03-01' })).status, 202, 'one day is a range')
})
