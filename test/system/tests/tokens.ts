import { setClaim } from '#src/admin/claims.ts'
import { saveUser } from '#src/admin/users.ts'
import type { SystemTest } from '../result.ts'
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
import { tryRotations } from '../security/tokens/rotations.ts'

/** The response to any bad credential: nothing of what was wrong with it. */
const refusal = JSON.stringify({ status: 'error', code: 'not_signed_in', error: 'Not signed in' })

/**
 * Every forged token is 401 with the same message, under the local key and under published ones; valid ones of the same
 * shapes are accepted.
 */
export const runSystemTest: SystemTest = async (environment) => {
  const artistId = await environment.createArtist()
  await saveUser(environment.db, { subject: 'owner', admin: null })
  await setClaim(environment.db, { artistId, subject: 'owner', state: 'approved' })
  const path = `/api/artist/${artistId}/interview/session`

  const local = await startLocalDeployment(environment, path)
  const elsewhere = await startLocalDeployment(environment, path, 'elsewhere')
  const tallies = [
    await sendAll(local, { 'another environment’s key': signToken(elsewhere.fixture.right, local.fixture.claims()) }),
  ]
  for (const alg of ['RS256', 'ES256', 'EdDSA'] as const) {
    const right = newIssuer(alg, 'right')
    const server = await startKeyServer(
      environment,
      (response) => void response.end(JSON.stringify({ keys: [exportJwk(right)] })),
    )
    tallies.push(await sendAll(await startPublishedDeployment(environment, path, right, server.url)))
  }
  const wrong = [...tallies.flatMap(({ wrong }) => wrong), ...(await tryRotations(environment, path))]
  for (const words of wrong) environment.log(words)
  const [vectors = 0] = tallies.map(({ forged }) => forged)
  const refused = tallies.reduce((sum, { refused }) => sum + refused, 0)
  const summary = `${vectors} forged tokens under 4 kinds of key: ${refused} times the same 401; ${wrong.length} that went otherwise`
  return { passed: wrong.length === 0 && vectors >= 60, summary }
}

async function sendAll({ fixture, ask }: Deployment, more: Vectors = {}) {
  const forged = {
    ...forgeAlgorithms(fixture),
    ...forgeKeys(fixture),
    ...forgeClaims(fixture),
    ...forgeForms(fixture),
    ...forgeHeaders(fixture),
    ...more,
  }
  const wrong: string[] = []
  const heads = new Set<string>()
  for (const [name, sent] of Object.entries(forged)) {
    const { status, body, headers } = await ask(sent)
    heads.add(Object.keys(headers).toSorted().join())
    if (status !== 401 || body !== refusal)
      wrong.push(`${fixture.right.alg}: “${name}” was answered with ${status} ${body.slice(0, 90)}`)
  }
  if (heads.size !== 1) wrong.push(`the refusals differ in their headers: ${[...heads].join(' | ')}`)
  for (const [name, sent] of Object.entries(buildValid(fixture))) {
    const { status, body } = await ask(sent)
    if (status !== 200)
      wrong.push(`${fixture.right.alg}: the honest “${name}” was answered with ${status} ${body.slice(0, 90)}`)
  }
  return { forged: Object.keys(forged).length, refused: Object.keys(forged).length - wrong.length, wrong }
}
