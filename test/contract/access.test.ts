import { SignJWT } from 'jose'
import t from 'tap'
import { loadLocalKey } from '#src/auth/token-key.ts'
import { signLocalToken } from '#src/auth/tokens.ts'
import { newWorld, researchKey } from '../support/world.ts'
import { admits, artistParameter, exampleRequests, isPublic } from './requests.ts'

const world = await newWorld(t)
const { config, artistId } = world

type Credentials = Record<string, string>
const bearer = (token: string): Credentials => ({ authorization: `Bearer ${token}` })
const signed = async (overrides: { ttl?: number; environment?: string; subject?: string }) =>
  bearer(await signLocalToken(config, { subject: 'owner', ttl: 3600, environment: config.environment, ...overrides }))

/** Every kind of caller, and what the contract's `security` promises him: 401, 403, or that he gets past both. */
const callers: { name: string; credentials: Credentials; token?: 401 | 403; key?: true }[] = [
  { name: 'anonymous', credentials: {}, token: 401 },
  { name: 'a scheme that is not Bearer', credentials: { authorization: 'Basic b3duZXI6b3duZXI=' }, token: 401 },
  { name: 'a token that is none', credentials: bearer('not.a.token'), token: 401 },
  { name: 'an expired token', credentials: await signed({ ttl: -60 }), token: 401 },
  { name: "another environment's token", credentials: await signed({ environment: 'production' }), token: 401 },
  { name: 'a token without a user', credentials: await signed({ subject: 'nobody' }), token: 401 },
  { name: 'a stranger', credentials: await signed({ subject: 'stranger' }), token: 403 },
  { name: "another artist's claimant", credentials: await signed({ subject: 'other-owner' }), token: 403 },
  { name: 'the claimant', credentials: await signed({}) },
  { name: 'an administrator', credentials: await signed({ subject: 'admin' }) },
  { name: 'the research key', credentials: { 'x-service-research-key': researchKey }, token: 401, key: true },
  { name: 'a wrong research key', credentials: { 'x-service-research-key': `${researchKey}?` }, token: 401 },
  {
    name: 'a wrong research key beside a good token',
    credentials: { ...(await signed({})), 'x-service-research-key': 'wrong' },
  },
]

for (const request of exampleRequests) {
  const { operation, method } = request
  t.test(operation.id, async (t) => {
    for (const { name, credentials, token, key } of callers) {
      const answer = await world.call(null, method, request.url(artistId), request.body, credentials)
      const expected = expectedRefusal(operation, credentials, token, key)
      if (expected === undefined) {
        t.notOk([401, 403].includes(answer.status), `${name} passes (${answer.status})`)
      } else {
        t.equal(answer.status, expected, `${name} is refused`)
      }
    }
  })
}

function expectedRefusal(
  operation: (typeof exampleRequests)[0]['operation'],
  sent: Credentials,
  token?: number,
  key?: true,
) {
  if (isPublic(operation)) return undefined
  if (admits(operation, 'researchKey') && 'x-service-research-key' in sent) return key ? undefined : 401
  const asksAuthority = artistParameter(operation) !== undefined
  if (token === 403) return asksAuthority ? 403 : undefined
  return token === 401 && name401(sent, asksAuthority) ? 401 : undefined
}

/** A well-signed token of a subject that is no user is only told from a user's by the statement that acts. */
function name401(sent: Credentials, asksAuthority: boolean) {
  return (
    asksAuthority ||
    sent.authorization !== callers.find(({ name }) => name === 'a token without a user')?.credentials.authorization
  )
}

t.test('a claim that is pending or revoked gives nothing, from the next request on', async (t) => {
  const path = `/api/artist/${artistId}/interview/session`
  for (const state of ['pending', 'revoked'] as const) {
    await world.db.updateTable('claims').set({ state }).where('artist_id', '=', artistId).execute()
    t.equal((await world.call('owner', 'GET', path)).status, 403, state)
  }
  await world.db.updateTable('claims').set({ state: 'approved' }).where('artist_id', '=', artistId).execute()
  t.equal((await world.call('owner', 'GET', path)).status, 200)
})

t.test('a stranger cannot tell an artist who exists from one who does not', async (t) => {
  const missing = '0198f3a2-0000-7000-8000-00000000dead'
  for (const request of exampleRequests.filter(({ operation }) => admits(operation, 'accessToken'))) {
    const [there, absent] = await Promise.all(
      [artistId, missing].map((id) => world.call('stranger', request.method, request.url(id), request.body)),
    )
    t.same(there?.body, absent?.body, request.operation.id)
    t.equal(absent?.status, 403)
  }
})

t.test('forged and damaged tokens are refused', async (t) => {
  const { privateKey } = await loadLocalKey(config.dataFolder)
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    sub: 'owner',
    iss: config.token.issuer,
    aud: config.token.audience,
    iat: now,
    exp: now + 600,
    environment: 'development',
  }
  const forge = (changed: Record<string, unknown>, header: Record<string, unknown> = {}) =>
    new SignJWT({ ...claims, ...changed }).setProtectedHeader({ alg: 'EdDSA', ...header }).sign(privateKey)
  const good = await forge({})
  const [head = '', body = '', signature = ''] = good.split('.')
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const hmac = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode('x'.repeat(32)))
  const forged: Record<string, string> = {
    'alg none': `${encode({ alg: 'none' })}.${body}.`,
    'alg none with the signature kept': `${encode({ alg: 'none' })}.${body}.${signature}`,
    'a symmetric algorithm': hmac,
    'no signature': `${head}.${body}.`,
    'another body under the signature': `${head}.${encode({ ...claims, sub: 'admin' })}.${signature}`,
    'another issuer': await forge({ iss: 'elsewhere' }),
    'no issuer': await forge({ iss: undefined }),
    'another audience': await forge({ aud: 'sittings:production' }),
    'no audience': await forge({ aud: undefined }),
    'no subject': await forge({ sub: undefined }),
    'an empty subject': await forge({ sub: '' }),
    'a subject that is a number': await forge({ sub: 7 }),
    'a subject with U+0000': await forge({ sub: 'owner\u0000' }),
    'no expiry': await forge({ exp: undefined }),
    'no issue time': await forge({ iat: undefined }),
    'not yet valid': await forge({ nbf: now + 600 }),
    'no environment': await forge({ environment: undefined }),
    staging: await forge({ environment: 'staging' }),
    'a critical extension': `${encode({ alg: 'EdDSA', crit: ['b64'], b64: false })}.${body}.${signature}`,
    'a huge token': `${head}.${body}.${'A'.repeat(9000)}`,
    'two dots more': `${good}..`,
    'white space inside': `${head} .${body}.${signature}`,
  }
  const path = `/api/artist/${artistId}/interview/session`
  t.equal((await world.call(null, 'GET', path, undefined, bearer(good))).status, 200, 'the honest one passes')
  for (const [name, token] of Object.entries(forged)) {
    const answer = await world.call(null, 'GET', path, undefined, bearer(token))
    t.equal(answer.status, 401, name)
    t.same(answer.body, { status: 'error', code: 'not_signed_in', error: 'Not signed in' })
  }
})
