import t from 'tap'
import { createTestContext } from '../support/test-context.ts'
import { ask, endQuestions, listQuestions } from './questions.ts'

t.test('equal requests share one live job, for every caller', async (t) => {
  const context = await createTestContext(t)
  const { jobId } = (await ask(context)).body
  const answers = await Promise.all([
    ask(context, {}, { caller: 'admin' }),
    ask(context, {}, { caller: null }),
    ask(context, { freshness: 'stored' }),
  ])
  for (const { status, body } of answers) t.match({ status, body }, { status: 202, body: { jobId, reused: true } })
  const jobs = await listQuestions(context)
  t.match(jobs, [{ id: jobId, requests: 1 }], 'a request that joins does not make it run twice')
})

t.test('a request that differs in any field is another question', async (t) => {
  const context = await createTestContext(t)
  const first = (await ask(context)).body.jobId
  const others = [
    { topic: 'the pump organ on Low water' },
    { topic: 'the pump organ on Low Water ' },
    { evidenceNeed: 'credits' },
    { freshness: 'recent' },
    { retrieval: 'latest' },
    { targetUrl: 'https://harbour-weekly.example/low-water' },
    { platform: 'instagram' },
    { fromDate: '2023-01-01' },
    { toDate: '2023-01-01' },
  ]
  for (const other of others) t.match(await ask(context, other), { status: 429, body: { code: 'research_busy' } })
  await endQuestions(context)
  t.not((await ask(context, { freshness: 'recent' })).body.jobId, first)
})

t.test('a request that only a rule of its own refuses is 400, naming the field', async (t) => {
  const context = await createTestContext(t)
  const wrong: [Record<string, unknown>, RegExp][] = [
    [{ topic: 'low \ud800 water' }, /topic/],
    [{ fromDate: '2023-02-30' }, /fromDate/],
    [{ fromDate: '2023-03-02', toDate: '2023-03-01' }, /toDate/],
    [{ targetUrl: 'https://me:secret@example.org/x' }, /targetUrl/],
    [{ targetUrl: 'https://example.org:22/x' }, /targetUrl/],
  ]
  for (const [request, names] of wrong) {
    const { status, body } = await ask(context, request)
    t.equal(status, 400, JSON.stringify(request))
    t.match(body, { code: 'invalid_request', error: names })
  }
  t.same(await listQuestions(context), [])
  t.equal((await ask(context, { fromDate: '2023-03-01', toDate: '2023-03-01' })).status, 202, 'one day is a range')
})
