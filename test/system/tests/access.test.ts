import t from 'tap'
import { addUsers, buildSettings, deployments } from '../access/callers.ts'
import { tryForeignIdentities } from '../access/cross-tenant.ts'
import { openInProcessService } from '../access/in-process-service.ts'
import { buildPairs, findDifference, runMatrix } from '../access/matrix.ts'
import { isNightly, openEnvironment } from '../environment.ts'

t.setTimeout(isNightly ? 3_600_000 : 240_000)
const environment = await openEnvironment(t)
await addUsers(environment)
const [withSecrets, ...others] = deployments
const service = await openInProcessService(environment, buildSettings(withSecrets))

for (const deployment of isNightly ? [withSecrets, ...others] : [withSecrets]) {
  t.test(`every operation by every kind of caller, ${deployment.name}`, async (t) => {
    const { cells, wrong } = await runMatrix(environment, deployment)
    t.same(wrong, [])
    environment.report('access', `${cells} cells of callers, ${deployment.name}`)
  })
}

t.test('anything of another artist under the own path is answered as what does not exist', async (t) => {
  const identitiesEach = isNightly ? Number.POSITIVE_INFINITY : 4
  const { requests, fields, wrong } = await tryForeignIdentities(environment, service, identitiesEach)
  t.same(wrong, [])
  environment.report('identities', `${requests} of another artist in ${fields} fields`)
})

t.test('what the caller may not see is answered as what does not exist, in every byte', async (t) => {
  const pairs = await buildPairs(environment, service)
  const wrong: string[] = []
  for (const pair of pairs) {
    const difference = await findDifference(service, pair)
    if (difference !== undefined) wrong.push(`${pair.words}: ${difference}`)
  }
  t.ok(pairs.length > 0)
  t.same(wrong, [])
  environment.report('existence', `${pairs.length} pairs of what exists and what does not`)
})
