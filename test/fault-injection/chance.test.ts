import { readFileSync } from 'node:fs'
import t from 'tap'
import { loadConfig } from '#src/config.ts'
import { type Operation, operationContracts } from '#src/contract/document.ts'
import { type Fault, formatFault, isPlausible } from '#src/http/fault-injection/faults.ts'
import { createRandomDraw } from '#src/http/fault-injection/random-faults.ts'
import { parseFaultRules } from '#src/http/fault-injection/rules.ts'
import { deployedSettings } from '../support/settings.ts'
import { createTestContext } from '../support/test-context.ts'

const operation = (id: string) => operationContracts.get(id as never) as Operation
const draws = 2_000

/** The faults of a number of requests of an operation, by rules and seed. */
function drawFaults(rules: string, seed: number, id: string): (Fault | undefined)[] {
  const chances = parseFaultRules(rules)(operation(id))
  const draw = createRandomDraw(seed)
  return Array.from({ length: draws }, () => draw(chances))
}

const share = (faults: readonly (Fault | undefined)[], name: string) =>
  faults.filter((fault) => fault !== undefined && formatFault(fault) === name).length / faults.length

t.test('a rate is the share of requests with a fault; the same seed repeats it', async (t) => {
  const some = drawFaults('0.1', 7, 'offerInterviewQuestion')
  const met = some.filter((fault) => fault !== undefined)
  t.ok(Math.abs(met.length / draws - 0.1) < 0.03, `${met.length} of ${draws}`)
  t.ok(met.every(isPlausible))
  const kinds = new Set(met.map(formatFault))
  for (const name of ['memory_changed', 'persistence_unavailable', 'lost-reply', 'lost-commit', 'slow:3000']) {
    t.ok(kinds.has(name), name)
  }
  t.notOk(kinds.has('quota_spent'), 'which this operation does not declare')
  t.same(drawFaults('0.1', 7, 'offerInterviewQuestion'), some)
  t.notSame(drawFaults('0.1', 8, 'offerInterviewQuestion'), some)
  t.ok(
    drawFaults('1', 7, 'checkHealth').every((fault) => fault === undefined),
    'health is left alone',
  )
})

t.test('rules choose the fault, the operation and the rate', async (t) => {
  const rules = '503=0.1,slow:50=0.2,offerInterviewQuestion:memory_changed=0.5,checkHealth:slow:10=1'
  const offers = drawFaults(rules, 1, 'offerInterviewQuestion')
  t.ok(Math.abs(share(offers, 'memory_changed') - 0.5) < 0.05)
  t.ok(Math.abs(share(offers, 'slow:50') - 0.2) < 0.05)
  t.equal(share(drawFaults(rules, 1, 'restoreInterview'), 'memory_changed'), 0)
  t.equal(share(drawFaults(rules, 1, 'checkHealth'), 'slow:10'), 1)
})

t.test('a random status is a temporary failure, never a missing setting', async (t) => {
  const met = new Set(drawFaults('503=1', 3, 'requestQuestionResearch').map((fault) => fault && formatFault(fault)))
  t.same([...met].toSorted(), ['overloaded', 'persistence_unavailable', 'provider_unavailable', 'shutting_down'])
  t.equal(share(drawFaults('not_configured=1', 3, 'requestQuestionResearch'), 'not_configured'), 1)
})

t.test('an invalid rule is refused by name', async (t) => {
  const refused: [string, RegExp][] = [
    ['often', /^CHAOS must be on-demand, a rate/],
    ['2', /^CHAOS must be on-demand/],
    ['503=0.1,', /^CHAOS must be on-demand/],
    ['503=-1', /^CHAOS must be on-demand/],
    ['418=0.1', /^CHAOS names 418, which the contract does not know of any operation/],
    ['restoreInterview:413=0.1', /^CHAOS names 413, which the contract does not know of an operation restoreInterview/],
    ['noSuchOperation:503=0.1', /an operation noSuchOperation/],
    ['503=0.6,lost-reply=0.6', /^CHAOS has rates for \w+ that sum up to more than 1/],
  ]
  for (const [rules, message] of refused)
    t.throws(() => parseFaultRules(rules), { name: 'ConfigError', message }, rules)
})

t.test('random faults are refused outside development', async (t) => {
  for (const environment of ['staging', 'production']) {
    const deployed = { ...deployedSettings, SERVICE_ENVIRONMENT: environment }
    t.ok(loadConfig(deployed))
    t.throws(() => loadConfig({ ...deployed, CHAOS: '0.1' }), { name: 'ConfigError', message: /^CHAOS is for dev/ })
  }
})

t.test('the faults of a service follow its seed, for every caller', async (t) => {
  const rules = { CHAOS: 'restoreInterview:503=0.5', CHAOS_SEED: '11' }
  const context = await createTestContext(t, rules)
  const expected = drawFaults(rules.CHAOS, 11, 'restoreInterview').slice(0, 20)
  const met: boolean[] = []
  for (const _ of expected) {
    const { status, headers } = await context.call('owner', 'GET', `/api/artist/${context.artistId}/interview/session`)
    met.push(headers['x-chaos'] !== undefined)
    if (met.at(-1)) t.equal(status, 503)
  }
  t.same(
    met,
    expected.map((fault) => fault !== undefined),
  )
  t.ok(met.includes(true) && met.includes(false))
  const spared = await context.call('owner', 'GET', `/api/artist/${context.artistId}/interview/session`, undefined, {
    'x-chaos': 'none',
  })
  t.equal(spared.headers['x-chaos'], undefined)
})

t.test('the rules of the guide are valid', async (t) => {
  const guide = readFileSync(new URL('../../src/http/fault-injection/README.md', import.meta.url), 'utf8')
  const rules = [...guide.matchAll(/--chaos ([^\s`]*[\d=][^\s`]*)/g)].map(([, text = '']) => text)
  t.ok(rules.length >= 4, rules.join(' '))
  for (const text of rules) t.ok(parseFaultRules(text), text)
})
