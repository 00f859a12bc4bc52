import t from 'tap'
import { loadConfig } from '#src/config.ts'
import { startSitting } from '../../sessions/interview.ts'
import { attackPlans } from '../attack/attacks.ts'
import { playAttack, readBeside } from '../attack/play.ts'
import { createAttackTarget, createCredential, openReaders } from '../attack/target.ts'
import { openEnvironment } from '../environment.ts'
import { openServices } from '../service.ts'

/** The factor by which a read's p99 may grow beside an attack. */
const ratioMax = 4

/** The defaults, which the other system tests raise. */
const { limits } = loadConfig({})
const asDeployed = {
  RATE_CALLER_PER_MINUTE: String(limits.callerPerMinuteMax),
  RATE_COSTLY_PER_MINUTE: String(limits.costlyPerMinuteMax),
  RATE_ANONYMOUS_PER_MINUTE: String(limits.anonymousPerMinuteMax),
  ANONYMOUS_PER_SECOND_MAX: String(limits.anonymousPerSecondMax),
  ANONYMOUS_AT_ONCE_MAX: String(limits.anonymousAtOnceMax),
  REQUESTS_AT_ONCE_MAX: String(limits.requestsAtOnceMax),
  CONNECTIONS_PER_ADDRESS_MAX: String(limits.connectionsPerAddressMax),
}
/** An attack lasts as long as the window of the limits: what they let through comes once in it. */
const size = { artists: 3, quietMs: 20_000, attackMs: 60_000, texts: 5, chars: 4_000_000 }
const withoutEvidence = { texts: 0, chars: 1_000 }

t.setTimeout(3_600_000)

t.test('while one claimant attacks, others’ reads stay quick and complete, and the attacker is refused', async (t) => {
  const environment = await openEnvironment(t)
  const { ATTACK: onlyAttack = '' } = process.env
  const plans = attackPlans.filter(({ name }) => name.includes(onlyAttack))
  const actors = await openServices(environment, 1, asDeployed)
  await startSitting(actors)
  const isOnEvidence = plans.some((plan) => plan.isOnEvidence)
  const target = await createAttackTarget(environment, actors, { ...size, ...(isOnEvidence ? {} : withoutEvidence) })
  const readers = await openReaders(environment, actors)
  await readBeside(readers, 1_000)
  for (const [at, { isOnEvidence, ...plan }] of plans.entries())
    await t.test(plan.name, async (t) => {
      const attack = { ...plan, requests: plan.buildRequests(target) }
      const origin = {
        localAddress: `127.0.1.${at + 1}`,
        headers: await createCredential(environment, attack, target, `attacker-${at}`),
      }
      const seen = await playAttack(environment, { actors, readers }, { ...attack, ...origin }, size)
      t.same(seen.flaws, [])
      t.ok(seen.ratio <= ratioMax, `reads take ${seen.ratio} times as long`)
      environment.report('attack', `${attack.name}: ${seen.words}`)
    })
})
