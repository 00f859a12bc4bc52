import { join } from 'node:path'
import { setClaim } from '#src/admin/claims.ts'
import { saveUser } from '#src/admin/users.ts'
import { signLocalToken } from '#src/auth/tokens.ts'
import { loadConfig } from '#src/config.ts'
import { conversationOf } from '../../onboarding/conversation.ts'
import { startSitting } from '../../sessions/interview.ts'
import type { TestEnvironment } from '../environment.ts'
import { watchFootprint } from '../load/footprint.ts'
import { countsInWords, p, unhurried } from '../load/reads.ts'
import { holdSitting, newSubject } from '../load/soak/interviewers.ts'
import type { Check } from '../result.ts'
import { type Attack, attacksOn, type Ground, type Origin } from '../security/attack/attacks.ts'
import { layEvidence } from '../security/attack/evidence.ts'
import { type Readers, type Reads, readBeside } from '../security/attack/readers.ts'
import { startAttack } from '../security/attack/start.ts'
import { type Actors, openServices } from '../service.ts'

/** The factor by which a read's p99 may grow beside an attack. */
const ratioMax = 4
const mebibytesMax = 512
const sittings = 12
const readersMax = 10

/** The defaults, which the other checks raise. */
const { limits } = loadConfig({})
const asDeployed = {
  RATE_CALLER_PER_MINUTE: String(limits.callerPerMinuteMax),
  RATE_COSTLY_PER_MINUTE: String(limits.costlyPerMinuteMax),
  RATE_ANONYMOUS_PER_MINUTE: String(limits.anonymousPerMinuteMax),
  ANONYMOUS_PER_SECOND_MAX: String(limits.anonymousPerSecondMax),
  REQUESTS_AT_ONCE_MAX: String(limits.requestsAtOnceMax),
}
/** In a few seconds no caller sends as much as the defaults allow for a minute. */
const asShort = {
  ...asDeployed,
  RATE_CALLER_PER_MINUTE: '500',
  RATE_COSTLY_PER_MINUTE: '50',
  RATE_ANONYMOUS_PER_MINUTE: '200',
  ...unhurried,
}

const sizes = {
  long: { artists: 3, quietMs: 10_000, attackMs: 30_000, moreRounds: 0, texts: 5, chars: 4_000_000 },
  short: { artists: 1, quietMs: 500, attackMs: 1_500, moreRounds: 15, texts: 1, chars: 200_000 },
}

/**
 * One approved claimant attacks, each way for half a minute, while another artist's claimant reads. The reads stay
 * quick and are all answered, memory stays within bounds, and the attacker is refused with Retry-After.
 */
export const runCheck: Check = async (stage, { short }) => {
  const size = short ? sizes.short : sizes.long
  const actors = await openServices(stage, 1, short ? asShort : asDeployed)
  await startSitting(actors)
  const ground = await layGround(stage, actors, size)
  const readers = await openReaders(stage, actors)
  await readBeside(readers, 1_000)
  const flaws: string[] = []
  let worst = 0
  let most = 0
  const { ATTACK: wanted = '' } = process.env
  const attacks = attacksOn(ground).filter(({ name }) => name.includes(wanted))
  for (const [at, attack] of attacks.entries()) {
    const origin = {
      localAddress: `127.0.1.${at + 1}`,
      headers: await credentialOf(stage, attack, ground, `attacker-${at}`),
    }
    const seen = await playAttack(stage, { actors, readers }, { ...attack, ...origin }, size)
    stage.say(`${attack.name}: ${seen.words}`)
    flaws.push(...seen.flaws.map((flaw) => `${attack.name}: ${flaw}`))
    if (!short && seen.ratio > ratioMax) flaws.push(`${attack.name}: reads take ${seen.ratio} times as long`)
    worst = Math.max(worst, seen.ratio)
    most = Math.max(most, seen.mebibytes)
  }
  for (const flaw of flaws) stage.say(flaw)
  return {
    holds: flaws.length === 0,
    figure: `${flaws.length} flaws; p99 of the reads ${worst} times the quiet one at worst; ${most.toFixed(0)} MiB at most`,
  }
}

/** Artists who have finished sittings and are at the publish step, the first with much evidence. */
async function layGround(
  stage: TestEnvironment,
  actors: Actors,
  size: { artists: number; texts: number; chars: number },
): Promise<Ground> {
  const artistIds: string[] = []
  for (let artist = 0; artist < size.artists; artist += 1) {
    const subject = await newSubject(stage)
    for (let sitting = 0; sitting < sittings; sitting += 1) await holdSitting(actors, subject)
    await conversationOf({ call: actors.call, artistId: subject.artistId }).reach('publish')
    artistIds.push(subject.artistId)
  }
  const relocation = await layEvidence(stage, artistIds[0] ?? '', size)
  return { artistIds, relocation, other: actors.artistId }
}

/** A token of a new user who claims these artists. */
async function claimantOf(stage: TestEnvironment, subject: string, artistIds: readonly string[]): Promise<string> {
  await saveUser(stage.db, { subject, admin: null })
  for (const artistId of artistIds) await setClaim(stage.db, { artistId, subject, state: 'approved' })
  const config = loadConfig({ DATA_FOLDER: join(stage.folder, 'service') })
  return await signLocalToken(config, { subject, ttl: 3_600, environment: config.environment })
}

async function openReaders(stage: TestEnvironment, { bases: [base = ''], artistId }: Actors): Promise<Readers> {
  const bearers: string[] = []
  for (let reader = 0; reader < readersMax; reader += 1) {
    bearers.push(`Bearer ${await claimantOf(stage, `reader-${reader}`, [artistId])}`)
  }
  return { base, artistId, bearers }
}

async function credentialOf(
  stage: TestEnvironment,
  { credential }: Attack,
  { artistIds }: Ground,
  subject: string,
): Promise<Origin['headers']> {
  if (credential === 'none') return {}
  const token = await claimantOf(stage, subject, artistIds)
  return { authorization: `Bearer ${credential === 'bad' ? token.replace(/.{8}$/, 'AAAAAAAA') : token}` }
}

async function playAttack(
  stage: TestEnvironment,
  { actors, readers }: { actors: Actors; readers: Readers },
  attack: Attack & Origin,
  size: { quietMs: number; attackMs: number; moreRounds: number },
) {
  const quiet = await readBeside(readers, size.quietMs)
  await longestStretchMs(actors)
  const stopWatching = watchFootprint(actors.pids[0] ?? 0, 100)
  const { stop, isShed } = await startAttack(stage, actors.bases[0] ?? '', attack)
  let beside = await readBeside(readers, size.attackMs)
  // A slow machine sends less in the same time.
  for (let more = size.moreRounds; more > 0 && attack.shedBy !== 'nothing' && !isShed(); more -= 1) {
    beside = joined(beside, await readBeside(readers, size.attackMs))
  }
  const answers = await stop()
  const mebibytes = Math.max(...stopWatching().map((taken) => taken.mebibytes))
  const stretchMs = await longestStretchMs(actors)
  const [before, during] = [p(quiet.durationsMs, 0.99), p(beside.durationsMs, 0.99)]
  const ratio = Math.round((10 * during) / before) / 10
  const failed = countsInWords(beside.failures)
  const flaws = [
    ...(failed === '' ? [] : [`reads of others were answered ${failed}`]),
    ...(mebibytes <= mebibytesMax ? [] : [`${mebibytes.toFixed(0)} MiB`]),
    ...flawsOf(attack, answers),
  ]
  const words = `p99 ${before} → ${during} ms (${ratio} times), ${failed || 'none'} failed, longest stretch ${stretchMs} ms, ${mebibytes.toFixed(0)} MiB; the attacker: ${countsInWords(answers)}`
  return { words, flaws, ratio, mebibytes }
}

function joined(one: Reads, other: Reads): Reads {
  const failures = { ...one.failures }
  for (const [what, count] of Object.entries(other.failures)) failures[what] = (failures[what] ?? 0) + count
  return { durationsMs: [...one.durationsMs, ...other.durationsMs], failures }
}

/** What is wrong with the responses to the attacker. */
function flawsOf({ shedBy }: Attack, answers: Readonly<Record<string, number>>): string[] {
  const refused = (answers['429 come again'] ?? 0) + (answers['503 come again'] ?? 0)
  const silent = ['429', '500', '503'].filter((status) => status in answers)
  const flaws = silent.map((status) => `the attacker was answered ${status} without a time to come again`)
  if (shedBy === 'refusal' && refused === 0) flaws.push('the attacker was never refused')
  if (shedBy === 'closing' && !answers.closed) flaws.push('no connection was closed')
  if (shedBy === 'nothing' && refused > 0) flaws.push('what costs nothing was refused')
  return flaws
}

/** The longest blocking of the event loop in milliseconds since the last call. */
async function longestStretchMs({ bases: [base = ''] }: Actors): Promise<number> {
  const text = await (await fetch(`${base}/metrics`)).text()
  const [, seconds] = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text) ?? []
  if (seconds === undefined) throw new Error('The metrics lack the lag of the event loop')
  return Math.round(1_000 * Number(seconds))
}
