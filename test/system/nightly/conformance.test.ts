import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import t from 'tap'
import { sampleIdentities } from '#src/config/sample-identities.ts'
import { serveBuilt } from '../../support/built.ts'
import { withoutLimits } from '../../support/settings.ts'
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

const service = await serveBuilt(t, { LOG_LEVEL: 'silent', ...withoutLimits })
t.comment(`SEED=${firstSeed}`)

t.test('Schemathesis finds nothing with the published settings, by three seeds', async (t) => {
  const command = await installSchemathesis()
  const cwd = t.testdir()
  await writeFile(join(cwd, 'schemathesis.toml'), await (await fetch(`${service.base}/schemathesis.toml`)).bytes())
  await writeFile(join(cwd, 'artists.txt'), JSON.stringify(sampleIdentities.artistId))
  const env = { ...process.env, SITTINGS_TOKEN: await service.sign(sampleIdentities.claimant) }
  for (const seed of [firstSeed, firstSeed + 1, firstSeed + 2]) {
    const args = ['run', `${service.base}/openapi.json`, '--seed', String(seed), '--max-examples', '50', '--no-color']
    const found = await run(command, args, { cwd, env, maxBuffer: 2 ** 26 }).then(
      () => 'nothing',
      ({ stdout, stderr }) => `${stdout}${stderr}`.slice(-5_000),
    )
    t.equal(found, 'nothing', `SEED=${seed}`)
  }
  const requests = await countRequests(service.base)
  t.ok(requests >= requestsMin, `${requests} requests`)
  t.comment(`figure: schemathesis: ${requests} requests, seeds from ${firstSeed}`)
})

/** What the service itself has counted. */
async function countRequests(base: string): Promise<number> {
  const text = await (await fetch(`${base}/metrics`)).text()
  const counts = [...text.matchAll(/^sittings_http_request_duration_seconds_count\{[^}]*\} (\d+)$/gm)]
  return counts.reduce((sum, [, count]) => sum + Number(count), 0)
}
