import { setTimeout as after } from 'node:timers/promises'
import t from 'tap'
import { startSitting } from '../../sessions/interview.ts'
import { sendCases } from '../abuse/bytes.ts'
import { openIdle, pipeline, pipelinedMax, refuseToListen } from '../abuse/connections.ts'
import { findSlowText, listExpressions } from '../abuse/expressions.ts'
import { isNightly, openEnvironment } from '../environment.ts'
import { readFootprint } from '../footprint.ts'
import { openServices, patient } from '../service.ts'

t.setTimeout(isNightly ? 7_200_000 : 240_000)
const environment = await openEnvironment(t)
const actors = await openServices(environment, 1, { ...patient, REQUEST_TIMEOUT_MS: '2000' })
const [base = ''] = actors.bases
const { restore } = await startSitting(actors)

t.test('malformed and smuggled requests get the one error body, while the owner reads on', async (t) => {
  let isOver = false
  const beside = (async () => {
    let reads = 0
    for (; !isOver; reads += 1) {
      t.equal((await restore()).status, 200, 'the owner reads')
      await after(25)
    }
    return reads
  })()
  // Its error is thrown where it is awaited.
  beside.catch(() => {})
  const bytes = await sendCases(base)
  isOver = true
  t.same(bytes.flaws, [])
  t.ok((await beside) > 0)
  environment.report('abuse', `${bytes.sent} openings in bytes`)
})

t.test('pipelined requests are answered in their order, also beside idle connections', async (t) => {
  t.ok(await pipeline(base, pipelinedMax))
  t.notOk(await pipeline(base, pipelinedMax + 1), 'too many are hung up on')
  const idle = isNightly ? 2_000 : 200
  const { answered, close } = await openIdle(base, idle)
  t.equal(answered, idle)
  t.ok(await pipeline(base, 10))
  close()
})

t.test('clients that read no response are hung up on, and cost a few responses of memory each', async (t) => {
  const impatient = await openServices(environment, 1, { ...patient, CONNECTION_SILENCE_MS: '3000' })
  const callers = isNightly ? 100 : 20
  const { grown, isHungUp } = await refuseToListen(impatient.bases[0] ?? '', impatient.pids[0] ?? 0, callers)
  t.ok(isHungUp)
  t.ok(grown <= 100 + 4 * callers, `${grown.toFixed(0)} MiB`)
  const { mebibytes } = readFootprint(actors.pids[0] ?? 0)
  environment.report(
    'abuse',
    `grown by ${grown.toFixed(0)} MiB for ${callers} who do not read, ${mebibytes.toFixed(0)} MiB at the end`,
  )
})

t.test('every regular expression takes time in proportion to its text', async (t) => {
  const expressions = await listExpressions()
  const length = isNightly ? 40_000 : 1_000
  for (const expression of expressions) {
    const { source, flags, at } = expression
    t.equal(findSlowText(expression, length), undefined, `/${source}/${flags} of ${at}`)
  }
  environment.report('expressions', `texts of ${length} characters for ${expressions.length} expressions`)
})
