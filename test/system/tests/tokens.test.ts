import { createPrivateKey, createPublicKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import t from 'tap'
import { setClaim } from '#src/admin/claims.ts'
import { saveUser } from '#src/admin/users.ts'
import { loadLocalKey } from '#src/auth/token-key.ts'
import { startServer } from '../../support/local-server.ts'
import { openInProcessService } from '../access/in-process-service.ts'
import { openEnvironment, type TestEnvironment } from '../environment.ts'
import {
  buildValid,
  exportJwk,
  forgeAlgorithms,
  forgeClaims,
  forgeForms,
  forgeHeaders,
  forgeKeys,
  type Issuer,
  newIssuer,
  type SentToken,
  signToken,
  type TokenFixture,
  type Vectors,
} from '../tokens/forgeries.ts'

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
  const { base } = await startServer(environment, (_request, response) => void response.end(keys))
  testForgeries(`a published key of ${alg}`, await startPublishedDeployment(environment, path, right, `${base}/keys`))
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

type RawReply = { status: number; headers: Record<string, unknown>; body: string }
type Deployment = {
  fixture: TokenFixture
  /** Calls a private operation, with a token or with whole Authorization headers. */
  ask: (sent: SentToken) => Promise<RawReply>
}

/** A service that listens, and the claims of the owner's valid tokens. */
async function startListening(
  environment: TestEnvironment,
  path: string,
  right: Issuer,
  env: Record<string, string>,
): Promise<Deployment> {
  const { app, config } = await openInProcessService(environment, env)
  const base = await app.listen({ host: '127.0.0.1', port: 0 })
  const claims = () => {
    const iat = Math.floor(Date.now() / 1_000)
    const { issuer: iss, audience: aud } = config.token
    return { sub: 'owner', iss, aud, iat, exp: iat + 3_600, environment: config.environment }
  }
  const fixture = { right, forger: newIssuer(right.alg, 'forged'), claims }
  return {
    fixture,
    ask: (sent) => readRequest(`${base}${path}`, typeof sent === 'string' ? [`Bearer ${sent}`] : sent.authorization),
  }
}

/** With the local key of a developer's machine. */
async function startLocalDeployment(environment: TestEnvironment, path: string, name = 'local'): Promise<Deployment> {
  const folder = join(environment.folder, name)
  await loadLocalKey(folder)
  const jwk = JSON.parse(readFileSync(join(folder, 'token-key.json'), 'utf8'))
  const key = { key: jwk, format: 'jwk' } as const
  const right = {
    alg: 'EdDSA',
    kid: 'local',
    privateKey: createPrivateKey(key),
    publicKey: createPublicKey(key),
  } as const
  return await startListening(environment, path, right, { DATA_FOLDER: folder })
}

/** With keys that an issuer publishes. */
async function startPublishedDeployment(environment: TestEnvironment, path: string, right: Issuer, jwksUrl: string) {
  return await startListening(environment, path, right, {
    TOKEN_JWKS_URL: jwksUrl,
    TOKEN_ISSUER: 'https://issuer.example',
    TOKEN_AUDIENCE: 'sittings',
  })
}

/** Over a socket, for only there can a header be sent twice; Node's types support one only. */
function readRequest(url: string, authorization: string[]): Promise<RawReply> {
  return new Promise((resolve, reject) => {
    request(
      url,
      { headers: { ...(authorization.length > 0 && { authorization: authorization as never }) } },
      (response) => {
        const { statusCode: status = 0, headers } = response
        text(response).then((body) => resolve({ status, headers, body }), reject)
      },
    )
      .on('error', reject)
      .end()
  })
}
