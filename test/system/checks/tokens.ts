import { setClaim } from '#src/admin/claims.ts'
import { saveUser } from '#src/admin/users.ts'
import type { Check } from '../result.ts'
import { type Deployment, keyServer, localDeployment, publishedDeployment } from '../security/tokens/deployment.ts'
import { algorithms, claimed, forms, headers, honest, keys, type Vectors } from '../security/tokens/forgeries.ts'
import { newIssuer, published, signed } from '../security/tokens/issuer.ts'
import { rotations } from '../security/tokens/rotations.ts'

/** The response to any bad credential: nothing of what was wrong with it. */
const refusal = JSON.stringify({ status: 'error', code: 'not_signed_in', error: 'Not signed in' })

/**
 * Every forged token is 401 with the same message, under the local key and under published ones; valid ones of the same
 * shapes are accepted.
 */
export const runCheck: Check = async (stage) => {
  const artistId = await stage.artist()
  await saveUser(stage.db, { subject: 'owner', admin: null })
  await setClaim(stage.db, { artistId, subject: 'owner', state: 'approved' })
  const path = `/api/artist/${artistId}/interview/session`

  const local = await localDeployment(stage, path)
  const elsewhere = await localDeployment(stage, path, 'elsewhere')
  const tallies = [
    await sendAll(local, { 'another environment’s key': signed(elsewhere.scene.right, local.scene.claims()) }),
  ]
  for (const alg of ['RS256', 'ES256', 'EdDSA'] as const) {
    const right = newIssuer(alg, 'right')
    const server = await keyServer(stage, (response) => void response.end(JSON.stringify({ keys: [published(right)] })))
    tallies.push(await sendAll(await publishedDeployment(stage, path, right, server.url)))
  }
  const wrong = [...tallies.flatMap(({ wrong }) => wrong), ...(await rotations(stage, path))]
  for (const words of wrong) stage.say(words)
  const [vectors = 0] = tallies.map(({ forged }) => forged)
  const refused = tallies.reduce((sum, { refused }) => sum + refused, 0)
  const summary = `${vectors} forged tokens under 4 kinds of key: ${refused} times the same 401; ${wrong.length} that went otherwise`
  return { passed: wrong.length === 0 && vectors >= 60, summary }
}

async function sendAll({ scene, ask }: Deployment, more: Vectors = {}) {
  const forged = {
    ...algorithms(scene),
    ...keys(scene),
    ...claimed(scene),
    ...forms(scene),
    ...headers(scene),
    ...more,
  }
  const wrong: string[] = []
  const heads = new Set<string>()
  for (const [name, sent] of Object.entries(forged)) {
    const { status, body, headers } = await ask(sent)
    heads.add(Object.keys(headers).toSorted().join())
    if (status !== 401 || body !== refusal)
      wrong.push(`${scene.right.alg}: “${name}” was answered with ${status} ${body.slice(0, 90)}`)
  }
  if (heads.size !== 1) wrong.push(`the refusals differ in their headers: ${[...heads].join(' | ')}`)
  for (const [name, sent] of Object.entries(honest(scene))) {
    const { status, body } = await ask(sent)
    if (status !== 200)
      wrong.push(`${scene.right.alg}: the honest “${name}” was answered with ${status} ${body.slice(0, 90)}`)
  }
  return { forged: Object.keys(forged).length, refused: Object.keys(forged).length - wrong.length, wrong }
}
