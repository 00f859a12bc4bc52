import t from 'tap'
import { newWorld, researchKey } from '../support/world.ts'
import { exampleRequests, isPublic } from './requests.ts'

t.test('who calls more often than the pace is 429 with the time to wait', async (t) => {
  // More than there are paced operations, each of which the other caller asks once.
  const pace = 12
  const world = await newWorld(t, { RATE_CALLER_PER_MINUTE: `${pace}`, RATE_ANONYMOUS_PER_MINUTE: `${pace}` })
  const paced = exampleRequests.filter(({ operation }) => operation.responses.has('429'))
  for (const { operation, method, url, body } of paced) {
    const answers = []
    const subject = isPublic(operation) ? null : 'owner'
    for (let n = 0; n < pace + 2; n += 1) answers.push(await world.call(subject, method, url(world.artistId), body))
    t.same(
      answers.slice(pace).map(({ status }) => status),
      [429, 429],
      operation.id,
    )
    t.equal(answers[pace]?.body.code, 'rate_limited')
    t.ok(Number(answers[pace]?.headers['retry-after']) >= 1, 'Retry-After')
    if (subject === null) continue
    const other = await world.call('admin', method, url(world.artistId), body)
    t.not(other.status, 429, 'another caller has a pace of his own')
  }
  const undescribed = await world.app.measures.listViolations()
  t.same(
    undescribed.filter(({ value }) => value > 0),
    [],
    'whoever is paced hears what the contract describes',
  )
})

t.test(
  'a research key that is missing or short in the settings is 503 not_configured, without a promise',
  async (t) => {
    for (const key of ['', 'short-key']) {
      const world = await newWorld(t, { RESEARCH_KEY: key })
      const { method, url } =
        exampleRequests.find(({ operation }) => operation.id === 'readResearchEvidence') ?? (t.fail() as never)
      const answer = await world.call(null, method, url(world.artistId), undefined, {
        'x-service-research-key': researchKey,
      })
      t.equal(answer.status, 503)
      t.equal(answer.body.code, 'not_configured')
      t.notOk(answer.headers['retry-after'])
    }
  },
)
