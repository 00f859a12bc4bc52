import t from 'tap'
import { setClaim } from '#src/admin/claims.ts'
import { saveUser } from '#src/admin/users.ts'
import { openEnvironment } from '../environment.ts'
import {
  type Deployment,
  startKeyServer,
  startLocalDeployment,
  startPublishedDeployment,
} from '../security/tokens/deployment.ts'
import {
  buildValid,
  forgeAlgorithms,
  forgeClaims,
  forgeForms,
  forgeHeaders,
  forgeKeys,
  type Vectors,
} from '../security/tokens/forgeries.ts'
import { exportJwk, newIssuer, signToken } from '../security/tokens/issuer.ts'

const environment = await openEnvironment(t)
const artistId = await environment.createArtist()
await saveUser(environment.db, { subject: 'owner', admin: null })
await setClaim(environment.db, { artistId, subject: 'owner', state: 'approved' })
const path = `/api/artist/${artistId}/interview/session`

const local = await startLocalDeployment(environment, path)
const elsewhere = await startLocalDeployment(environment, path, 'elsewhere')
testForgeries('the local key', local, {
  'another environment’s key': signToken(elsewhere.fixture.right, local.fixture.claims()),
})
for (const alg of ['RS256', 'ES256', 'EdDSA'] as const) {
  const right = newIssuer(alg, 'right')
  const keys = JSON.stringify({ keys: [exportJwk(right)] })
  const url = await startKeyServer(environment, (response) => void response.end(keys))
  testForgeries(`a published key of ${alg}`, await startPublishedDeployment(environment, path, right, url))
}

/** The response to any bad credential: nothing of what was wrong with it. */
const refusal = JSON.stringify({ status: 'error', code: 'not_signed_in', error: 'Not signed in' })

function testForgeries(key: string, { fixture, ask }: Deployment, more: Vectors = {}) {
  t.test(`every token that was forged against ${key} gets the same 401`, async (t) => {
    const forged = {
      ...forgeAlgorithms(fixture),
      ...forgeKeys(fixture),
      ...forgeClaims(fixture),
      ...forgeForms(fixture),
      ...forgeHeaders(fixture),
      ...more,
    }
    const heads = new Set<string>()
    for (const [name, sent] of Object.entries(forged)) {
      const { status, body, headers } = await ask(sent)
      heads.add(Object.keys(headers).toSorted().join())
      t.same({ status, body }, { status: 401, body: refusal }, name)
    }
    t.equal(heads.size, 1, 'the refusals have the same headers')
    environment.report('tokens', `${Object.keys(forged).length} forged against ${key}`)
  })

  t.test(`valid tokens of the same shapes under ${key} are accepted`, async (t) => {
    for (const [name, sent] of Object.entries(buildValid(fixture))) t.equal((await ask(sent)).status, 200, name)
  })
}
