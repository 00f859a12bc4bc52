import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import t from 'tap'
import { parseOptions } from '#src/clients/conformance/options.ts'
import { createRecorder, formatFinding } from '#src/clients/conformance/recorder.ts'
import { runChecks } from '#src/clients/conformance/run.ts'
import { startBuilt } from '../../support/built.ts'
import { withoutLimits, withoutShedding } from '../../support/settings.ts'
import { openEnvironment } from '../environment.ts'

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

/** `SEED=…` repeats a run from its first seed. */
const firstSeed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))

t.test('Schemathesis finds nothing with the published settings, by three seeds', async (t) => {
  const command = await installSchemathesis()
  const { report, teardown } = await openEnvironment(t)
  const service = await startBuilt({
    DATA_FOLDER: t.testdir(),
    LOG_LEVEL: 'silent',
    ...withoutLimits,
    ...withoutShedding,
  })
  teardown(() => service.end('SIGTERM'))
  let requests = 0
  for (const seed of [firstSeed, firstSeed + 1, firstSeed + 2]) {
    const response = await fetch(`${service.base}/development/tokens/mara`, { method: 'POST' })
    const { token } = (await response.json()) as { token: string }
    const args = ['--url', service.base, '--token', token, '--full', '--only', 'schemathesis']
    const options = parseOptions([...args, '--seed', String(seed), '--cases', '50', '--schemathesis', command], {})
    if (options === undefined) throw new Error('no options')
    const recorder = createRecorder()
    await runChecks(options, recorder)
    const rows = [...recorder.rows.values()]
    t.same(rows.flatMap(({ findings }) => findings).map(formatFinding), [], `SEED=${seed}`)
    t.same(
      rows.flatMap(({ skipped }) => skipped),
      [],
    )
    requests = await countRequests(service.base)
  }
  t.ok(requests >= requestsMin, `${requests} requests`)
  report('schemathesis', `${requests} requests, seeds from ${firstSeed}`)
})

/** What the service itself has counted. */
async function countRequests(base: string): Promise<number> {
  const text = await (await fetch(`${base}/metrics`)).text()
  const counts = [...text.matchAll(/^sittings_http_request_duration_seconds_count\{[^}]*\} (\d+)$/gm)]
  return counts.reduce((sum, [, count]) => sum + Number(count), 0)
}
