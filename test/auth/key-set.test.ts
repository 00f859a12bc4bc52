import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import t, { type Test } from 'tap'
import { tokenVerifier } from '#src/auth/tokens.ts'
import { loadConfig } from '#src/config.ts'

const issued = { TOKEN_ISSUER: 'https://issuer.example', TOKEN_AUDIENCE: 'sittings' }
const { privateKey, publicKey } = await generateKeyPair('RS256')
const published = { keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256' }] }

type Answer = (response: ServerResponse) => void
const keys: Answer = (response) => void response.end(JSON.stringify(published))

/** A verifier of a deployment whose issuer publishes its keys by `answer`. */
async function verifierOf(t: Test, answer: Answer) {
  const server = createServer((_request, response) => answer(response))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const verify = await tokenVerifier(loadConfig({ ...issued, TOKEN_JWKS_URL: `http://127.0.0.1:${port}/keys` }))
  return async (token: string) => await verify(token, {})
}

const signed = (key = privateKey, kid = 'one') =>
  new SignJWT({ environment: 'development' })
    .setProtectedHeader({ alg: 'RS256', kid })
    .setSubject('mara')
    .setIssuer(issued.TOKEN_ISSUER)
    .setAudience(issued.TOKEN_AUDIENCE)
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(key)

t.test('a token under a published key is its subject’s, any other is 401', async (t) => {
  const verify = await verifierOf(t, keys)
  t.same(await verify(await signed()), { kind: 'user', subject: 'mara' })
  const stranger = await generateKeyPair('RS256')
  await t.rejects(verify(await signed(stranger.privateKey)), { code: 'not_signed_in' })
  await t.rejects(verify(await signed(privateKey, 'two')), { code: 'not_signed_in' }, 'a key that is not published')
})

t.test('a key set that cannot be had says nothing of the token: 503, to be tried again', async (t) => {
  const failures: Record<string, Answer> = {
    'a failure': (response) => void response.writeHead(500).end(),
    'another page': (response) => void response.end('<html>'),
    'no key set': (response) => void response.end('{"keys":7}'),
    'no answer': (response) => void response.destroy(),
  }
  for (const [name, answer] of Object.entries(failures)) {
    const verify = await verifierOf(t, answer)
    await t.rejects(verify(await signed()), { code: 'provider_unavailable', status: 503, retryAfter: 1 }, name)
  }
})
