import t from 'tap'
import { addIdleClaims, addUsers, buildSettings, deployments } from '../access/callers.ts'
import { tryForeignIdentities } from '../access/cross-tenant.ts'
import { openInProcessService } from '../access/in-process-service.ts'
import { runMatrix } from '../access/matrix.ts'
import { seedArtist } from '../access/seed-artist.ts'
import { isNightly, openEnvironment } from '../environment.ts'

t.setTimeout(isNightly ? 3_600_000 : 240_000)
const environment = await openEnvironment(t)
await addUsers(environment)
const [withSecrets, ...others] = deployments
const service = await openInProcessService(environment, buildSettings(withSecrets))
const artists = { own: await seedArtist(environment, service), other: await seedArtist(environment, service) }
await addIdleClaims(environment, artists.own.artistId)

for (const deployment of isNightly ? [withSecrets, ...others] : [withSecrets]) {
  t.test(`every operation by every kind of caller, ${deployment.name}`, async (t) => {
    const { cells, wrong } = await runMatrix(environment, deployment, artists)
    t.same(wrong, [])
    environment.report('access', `${cells} cells of callers, ${deployment.name}`)
  })
}

t.test('anything of another artist under the own path is answered as what does not exist', async (t) => {
  const { requests, fields, wrong } = await tryForeignIdentities(environment, service, artists)
  t.same(wrong, [])
  environment.report('identities', `${requests} of another artist in ${fields} fields`)
})
