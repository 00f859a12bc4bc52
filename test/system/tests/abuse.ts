import { startSitting } from '../../sessions/interview.ts'
import { readFootprint } from '../load/footprint.ts'
import { readFor } from '../load/reads.ts'
import type { SystemTest } from '../result.ts'
import { openIdle, pipeline, pipelinedMax, refuseToListen } from '../security/abuse/crowds.ts'
import { listExpressions } from '../security/abuse/expressions.ts'
import { tryAll } from '../security/abuse/patience.ts'
import { sendHostile } from '../security/abuse/requests.ts'
import { sendCases } from '../security/abuse/send-cases.ts'
import { openServices, patient } from '../service.ts'

/**
 * Mebibytes by which the process may grow for this number of clients that read no response: a few responses each, not
 * hundreds.
 */
const computeGrowthMax = (callers: number) => 100 + 4 * callers

/**
 * Malformed and smuggled bytes; every operation with hostile names, values and sizes; texts made for every regular
 * expression; crowds of connections that idle, flood or never read. Each gets the one error body or is disconnected;
 * nothing is a 5xx or hangs, and the owner's reads are served all the while.
 */
export const runSystemTest: SystemTest = async (environment, { short }) => {
  const actors = await openServices(environment, 1, { ...patient, REQUEST_TIMEOUT_MS: '2000' })
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
  // Its error is thrown where it is awaited.
  beside.catch(() => {})

  const bytes = await sendCases(base)
  environment.log(`${bytes.sent} openings in bytes`)
  const hostile = await sendHostile(actors, short ? 7 : 1)
  environment.log(`${hostile.sent} hostile requests`)
  flaws.push(...bytes.flaws, ...hostile.flaws)
  if (!(await pipeline(base, pipelinedMax))) flaws.push('pipelined requests are not answered in their order')
  const idle = short ? 200 : 2_000
  const { answered, close } = await openIdle(base, idle)
  if (answered < idle) flaws.push(`${answered} of ${idle} connections were answered`)
  if (!(await pipeline(base, 10))) flaws.push(`no request is served beside ${idle} idle connections`)
  close()
  const impatient = await openServices(environment, 1, { ...patient, CONNECTION_SILENCE_MS: '3000' })
  const [other = '', pid = 0] = [impatient.bases[0], impatient.pids[0]]
  const deaf = short ? 20 : 100
  const { grown, isHungUp } = await refuseToListen(other, pid, deaf)
  if (grown > computeGrowthMax(deaf) || !isHungUp)
    flaws.push(`who does not listen makes it grow by ${grown.toFixed(0)} MiB, held and then hung up on: ${isHungUp}`)
  isOver = true
  const reads = await beside
  const { mebibytes } = readFootprint(actors.pids[0] ?? 0)

  const expressions = listExpressions()
  const length = short ? 3_000 : 40_000
  const { attacks, slow } = await tryAll(expressions, length)
  flaws.push(...slow)
  for (const flaw of flaws.slice(0, 20)) environment.log(flaw)
  return {
    passed: flaws.length === 0 && reads > 0,
    summary: `${bytes.sent} openings, ${hostile.sent} hostile requests, ${attacks} texts of ${length} characters for ${expressions.length} expressions: ${flaws.length} flaws; ${reads} reads beside them; grown by ${grown.toFixed(0)} MiB for those who do not listen, ${mebibytes.toFixed(0)} MiB at the end`,
  }
}
