import { join } from 'node:path'
import t from 'tap'
import { parseOptions } from '#src/clients/conformance/options.ts'
import { createRecorder, formatFinding } from '#src/clients/conformance/recorder.ts'
import { runChecks } from '#src/clients/conformance/run.ts'
import { startBuilt } from '../../support/built.ts'
import { withoutLimits, withoutShedding } from '../../support/settings.ts'
import { seed } from '../../text/seed.ts'

t.setTimeout(3_600_000)

t.test('ten thousand generated texts are returned unit by unit by every operation that shows them', async (t) => {
  t.comment(`SEED=${seed}`)
  const service = await startBuilt({ DATA_FOLDER: join(t.testdir(), 'data'), ...withoutLimits, ...withoutShedding })
  t.teardown(() => service.end('SIGTERM'))
  const response = await fetch(`${service.base}/development/tokens/mara`, { method: 'POST' })
  const { token } = (await response.json()) as { token: string }
  const args = ['--url', service.base, '--token', token, '--full', '--only', 'texts']
  const options = parseOptions([...args, '--seed', String(seed), '--cases', '1700'], {})
  if (options === undefined) throw new Error('no options')
  const recorder = createRecorder()
  await runChecks(options, recorder)
  const rows = [...recorder.rows.values()]
  t.same(rows.flatMap(({ findings }) => findings).map(formatFinding), [])
  t.same(
    rows.flatMap(({ skipped }) => skipped),
    [],
  )
  t.comment(`figure: texts: ${rows.reduce((sum, { requests }) => sum + requests, 0)} requests`)
})
