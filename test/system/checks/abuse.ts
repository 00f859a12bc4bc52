import { startSitting } from '../../sessions/interview.ts'
import { footprintOf } from '../load/footprint.ts'
import { readFor } from '../load/reads.ts'
import type { Check } from '../result.ts'
import { openIdle, pipeline, refuseToListen } from '../security/abuse/crowds.ts'
import { allExpressions } from '../security/abuse/expressions.ts'
import { tryAll } from '../security/abuse/patience.ts'
import { sendHostile } from '../security/abuse/requests.ts'
import { sendCases } from '../security/abuse/tell-bytes.ts'
import { openServices, patient } from '../service.ts'

/**
 * Mebibytes by which so many callers who do not listen may make the process grow: a few answers each, and not the
 * hundreds they ask for.
 */
const grownMaxFor = (callers: number) => 100 + 4 * callers

/**
 * Bytes that are no HTTP, or that are meant to be taken for two things; every operation with hostile names and values,
 * too much of everything, and texts made for every regular expression of the service; crowds of connections that stay,
 * that ask all at once, or that never listen. Each is answered with the one error body, or hung up on; nothing is a
 * 5xx, nothing hangs, and the owner beside it all reads his interview as ever.
 */
export const runCheck: Check = async (stage, { short }) => {
  const actors = await openServices(stage, 1, { ...patient, REQUEST_TIMEOUT_MS: '2000' })
  const {
    bases: [base = ''],
  } = actors
  await startSitting(actors)
  const flaws: string[] = []
  let isOver = false
  const beside = (async () => {
    let reads = 0
    while (!isOver) reads += (await readFor(actors, 500)).length
    return reads
  })()
  // Told of where it is awaited.
  beside.catch(() => {})

  const bytes = await sendCases(base)
  stage.say(`${bytes.sent} openings in bytes`)
  const hostile = await sendHostile(actors, short ? 7 : 1)
  stage.say(`${hostile.sent} hostile requests`)
  flaws.push(...bytes.flaws, ...hostile.flaws)
  if (!(await pipeline(base, short ? 300 : 2_000))) flaws.push('requests in one breath are not answered in their turn')
  const idle = short ? 200 : 2_000
  const { answered, close } = await openIdle(base, idle)
  if (answered < idle) flaws.push(`${answered} of ${idle} connections were answered`)
  if (!(await pipeline(base, 10))) flaws.push(`nobody is served beside ${idle} idle connections`)
  close()
  const impatient = await openServices(stage, 1, { ...patient, CONNECTION_SILENCE_MS: '3000' })
  const [other = '', pid = 0] = [impatient.bases[0], impatient.pids[0]]
  const deaf = short ? 20 : 100
  const { grown, isHungUp } = await refuseToListen(other, pid, deaf)
  if (grown > grownMaxFor(deaf) || !isHungUp)
    flaws.push(`who does not listen makes it grow by ${grown.toFixed(0)} MiB, hung up on: ${isHungUp}`)
  isOver = true
  const reads = await beside
  const { mebibytes } = footprintOf(actors.pids[0] ?? 0)

  const expressions = allExpressions()
  const length = short ? 3_000 : 40_000
  const { attacks, slow } = await tryAll(expressions, length)
  flaws.push(...slow)
  for (const flaw of flaws.slice(0, 20)) stage.say(flaw)
  return {
    holds: flaws.length === 0 && reads > 0,
    figure: `${bytes.sent} openings, ${hostile.sent} hostile requests, ${attacks} texts of ${length} characters for ${expressions.length} expressions: ${flaws.length} flaws; ${reads} reads beside them; grown by ${grown.toFixed(0)} MiB for those who do not listen, ${mebibytes.toFixed(0)} MiB at the end`,
  }
}
