import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import t, { type Test } from 'tap'
import { parseOptions } from '#src/clients/conformance/options.ts'
import { createRecorder, formatFinding } from '#src/clients/conformance/recorder.ts'
import { runChecks } from '#src/clients/conformance/run.ts'
import { startBuilt } from '../../support/built.ts'
import { withoutLimits, withoutShedding } from '../../support/settings.ts'
import { seed as firstSeed } from '../../text/seed.ts'

t.setTimeout(3_600_000)

const run = promisify(execFile)
/** To the exact version, so that a seed means the same cases everywhere. */
const packages = ['schemathesis==4.32.5', 'hypothesis==6.170.15', 'jsonschema_rs==0.60.3']
const folder = fileURLToPath(new URL('../../../.data/tools/schemathesis', import.meta.url))
const requestsMin = 10_000

/** In a virtual environment of its own. @throws when Python or its registry is not available */
async function installSchemathesis(): Promise<string> {
  const command = join(folder, 'bin', 'schemathesis')
  if (existsSync(command)) return command
  await run('python3', ['-m', 'venv', folder])
  await run(join(folder, 'bin', 'pip'), ['install', '--quiet', ...packages])
  return command
}

const service = await startBuilt({
  DATA_FOLDER: t.testdir(),
  LOG_LEVEL: 'silent',
  ...withoutLimits,
  ...withoutShedding,
})
t.teardown(() => service.end('SIGTERM'))
t.comment(`SEED=${firstSeed}`)

t.test('Schemathesis finds nothing with the published settings, by three seeds', async (t) => {
  const command = await installSchemathesis()
  for (const seed of [firstSeed, firstSeed + 1, firstSeed + 2])
    await runWhole(t, 'schemathesis', seed, ['--cases', '50', '--schemathesis', command])
  const requests = await countRequests(service.base)
  t.ok(requests >= requestsMin, `${requests} requests`)
  t.comment(`figure: schemathesis: ${requests} requests, seeds from ${firstSeed}`)
})

t.test('ten thousand generated texts are returned unit by unit by every operation that shows them', async (t) => {
  const requests = await runWhole(t, 'texts', firstSeed, ['--cases', '1700'])
  t.comment(`figure: texts: ${requests} requests`)
})

/** The checks of one kind by one seed: nothing is found, and none is skipped. Returns how many requests they sent. */
async function runWhole(t: Test, only: string, seed: number, more: readonly string[]): Promise<number> {
  const response = await fetch(`${service.base}/development/tokens/mara`, { method: 'POST' })
  const { token } = (await response.json()) as { token: string }
  const args = ['--url', service.base, '--token', token, '--full', '--only', only, '--seed', String(seed), ...more]
  const options = parseOptions(args, {})
  if (options === undefined) throw new Error('no options')
  const recorder = createRecorder()
  await runChecks(options, recorder)
  const rows = [...recorder.rows.values()]
  t.same(rows.flatMap(({ findings }) => findings).map(formatFinding), [], `SEED=${seed}`)
  t.same(
    rows.flatMap(({ skipped }) => skipped),
    [],
  )
  return rows.reduce((sum, { requests }) => sum + requests, 0)
}

/** What the service itself has counted. */
async function countRequests(base: string): Promise<number> {
  const text = await (await fetch(`${base}/metrics`)).text()
  const counts = [...text.matchAll(/^sittings_http_request_duration_seconds_count\{[^}]*\} (\d+)$/gm)]
  return counts.reduce((sum, [, count]) => sum + Number(count), 0)
}
