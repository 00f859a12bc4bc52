import { type BinaryLike, createHmac, createSign, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

type Claims = Record<string, unknown>
type Header = Record<string, unknown>

/** A signer of tokens: the right issuer, or a forger with a key of the same kind. */
export type Issuer = {
  alg: 'EdDSA' | 'RS256' | 'ES256'
  kid: string
  privateKey: KeyObject
  publicKey: KeyObject
}

const encode = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

export function newIssuer(alg: Issuer['alg'], kid: string): Issuer {
  if (alg === 'EdDSA') return { alg, kid, ...generateKeyPairSync('ed25519') }
  if (alg === 'ES256') return { alg, kid, ...generateKeyPairSync('ec', { namedCurve: 'P-256' }) }
  return { alg, kid, ...generateKeyPairSync('rsa', { modulusLength: 2048 }) }
}

/** What the issuer publishes of its key. */
export const exportJwk = ({ alg, kid, publicKey }: Issuer) => ({
  ...publicKey.export({ format: 'jwk' }),
  kid,
  alg,
  use: 'sig',
})

/** Signs any header over any payload, without a library that would refuse invalid ones; a string is used unchanged. */
export function signToken(issuer: Issuer, claims: Claims | string, header: Header | string = {}): string {
  const head = typeof header === 'string' ? header : { alg: issuer.alg, kid: issuer.kid, typ: 'JWT', ...header }
  const input = `${encode(head)}.${encode(claims)}`
  return `${input}.${computeSignature(issuer, input).toString('base64url')}`
}

function computeSignature({ alg, privateKey }: Issuer, input: string): Buffer {
  if (alg === 'EdDSA') return sign(null, Buffer.from(input), privateKey)
  const dsaEncoding = alg === 'ES256' ? ({ dsaEncoding: 'ieee-p1363' } as const) : {}
  return createSign('sha256')
    .update(input)
    .sign({ key: privateKey, ...dsaEncoding })
}

/** What a forger has: the claims of a valid token, an own key, and what the right issuer publishes. */
export type TokenFixture = { right: Issuer; forger: Issuer; claims: () => Claims & { iat: number; exp: number } }
/** A token, or the whole list of Authorization headers. */
export type SentToken = string | { authorization: string[] }
export type Vectors = Record<string, SentToken>

const signHmac = (secret: BinaryLike | KeyObject, claims: Claims, header: Header = {}) => {
  const input = `${encode({ alg: 'HS256', typ: 'JWT', ...header })}.${encode(claims)}`
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`
}

/** Another algorithm than the issuer's, or none. */
export function forgeAlgorithms({ right, forger, claims }: TokenFixture): Vectors {
  const good = signToken(right, claims())
  const [, payload, signature] = good.split('.')
  const buildUnsigned = (alg: unknown) => `${encode({ alg, typ: 'JWT' })}.${payload}.`
  const jwk = exportJwk(right)
  const exportKey = (format: 'pem' | 'der') => right.publicKey.export({ format: format as 'pem', type: 'spki' })
  return {
    'alg none': buildUnsigned('none'),
    'alg nOnE': buildUnsigned('nOnE'),
    'alg none with the signature kept': `${buildUnsigned('none')}${signature}`,
    'alg missing': `${encode({ typ: 'JWT' })}.${payload}.${signature}`,
    'alg a number': signToken(right, claims(), { alg: 256 }),
    'alg in lower case': signToken(right, claims(), { alg: right.alg.toLowerCase() }),
    'HS256 under the public key as PEM': signHmac(exportKey('pem'), claims(), { kid: right.kid }),
    'HS256 under the public key as DER': signHmac(exportKey('der'), claims(), { kid: right.kid }),
    'HS256 under the public key as JWK': signHmac(JSON.stringify(jwk), claims(), { kid: right.kid }),
    'HS256 under a part of the public key': signHmac(Buffer.from(String(jwk.x ?? jwk.n), 'base64url'), claims()),
    'HS256 under nothing': signHmac('', claims()),
    'the header changed to HS256': `${encode({ alg: 'HS256' })}.${payload}.${signature}`,
    'the issuer’s algorithm under another key': signToken({ ...forger, kid: right.kid }, claims()),
    'another key without a kid': signToken(forger, claims(), { kid: undefined }),
  }
}

/** A header with the location of the key, signed by the forger. */
export function forgeKeys({ forger, claims }: TokenFixture): Vectors {
  const signWith = (header: Header) => signToken(forger, claims(), header)
  const jwk = exportJwk(forger)
  return {
    'kid a path': signWith({ kid: '../../../../../../dev/null' }),
    'kid with SQL': signWith({ kid: "' union select 'key' --" }),
    'kid an object': signWith({ kid: { $ne: '' } }),
    'kid null': signWith({ kid: null }),
    'kid a name of every object': signWith({ kid: '__proto__' }),
    'kid huge': signWith({ kid: 'k'.repeat(4_000) }),
    jku: signWith({ jku: 'http://127.0.0.1:9/keys' }),
    x5u: signWith({ x5u: 'http://127.0.0.1:9/chain.pem' }),
    x5c: signWith({ x5c: [Buffer.from('no certificate').toString('base64')] }),
    'jwk in the header': signWith({ jwk }),
    'jwk and its kid': signWith({ jwk, kid: jwk.kid }),
  }
}

/** Signed by the right issuer, and yet not valid here and now. */
export function forgeClaims({ right, claims }: TokenFixture): Vectors {
  const now = Math.floor(Date.now() / 1_000)
  const signWith = (changed: Claims) => signToken(right, { ...claims(), ...changed })
  const { iss, aud } = claims()
  return {
    expired: signWith({ exp: now - 60 }),
    'expired a moment ago': signWith({ exp: now - 1 }),
    'no exp': signWith({ exp: undefined }),
    'exp a string': signWith({ exp: String(now + 600) }),
    'exp null': signWith({ exp: null }),
    'exp beyond numbers': signToken(right, JSON.stringify(claims()).replace(/"exp":\d+/, '"exp":1e999')),
    'nbf in the future': signWith({ nbf: now + 600 }),
    'nbf a string': signWith({ nbf: '0' }),
    'no iat': signWith({ iat: undefined }),
    'iat a string': signWith({ iat: String(now) }),
    'another iss': signWith({ iss: 'https://elsewhere.example' }),
    'no iss': signWith({ iss: undefined }),
    'iss a list': signWith({ iss: [iss] }),
    'iss with something after it': signWith({ iss: `${iss}/` }),
    'another aud': signWith({ aud: `${aud}:production` }),
    'no aud': signWith({ aud: undefined }),
    'aud a list of others': signWith({ aud: [`${aud}1`, `x${aud}`] }),
    'aud an empty list': signWith({ aud: [] }),
    'aud an object': signWith({ aud: { 0: aud } }),
    'aud in upper case': signWith({ aud: String(aud).toUpperCase() }),
    'no sub': signWith({ sub: undefined }),
    'sub a number': signWith({ sub: 7 }),
    'sub a list': signWith({ sub: ['owner'] }),
    'sub an object': signWith({ sub: { toString: 'owner' } }),
    'sub null': signWith({ sub: null }),
    'sub empty': signWith({ sub: '' }),
    'sub with U+0000': signWith({ sub: 'owner\u0000' }),
    'sub with half a character': signToken(right, JSON.stringify(claims()).replace('"owner"', '"owner\\ud800"')),
    'sub too long': signWith({ sub: 'o'.repeat(301) }),
    'sub of an unknown user': signWith({ sub: 'unknown' }),
    'sub with a blank': signWith({ sub: 'owner ' }),
    'sub in upper case': signWith({ sub: 'OWNER' }),
    'no environment': signWith({ environment: undefined }),
    'environment staging': signWith({ environment: 'staging' }),
    'environment production': signWith({ environment: 'production' }),
    'environment a list': signWith({ environment: ['development'] }),
    'environment with a blank': signWith({ environment: ' development' }),
  }
}

/** Not a token of the compact form, or one that was changed after it was signed. */
export function forgeForms({ right, claims }: TokenFixture): Vectors {
  const good = signToken(right, claims())
  const [head = '', payload = '', signature = ''] = good.split('.')
  const bytes = Buffer.from(signature, 'base64url')
  const flipped = Buffer.from(bytes.map((byte, at) => (at === 0 ? byte ^ 1 : byte))).toString('base64url')
  return {
    'another payload under the signature': `${head}.${encode({ ...claims(), sub: 'admin' })}.${signature}`,
    'another header under the signature': `${encode({ alg: right.alg })}.${payload}.${signature}`,
    'no signature': `${head}.${payload}.`,
    'half a signature': `${head}.${payload}.${signature.slice(0, 40)}`,
    'a signature with one bit flipped': `${head}.${payload}.${flipped}`,
    'a signature of another token': `${head}.${payload}.${signToken(right, { ...claims(), jti: 'x' }).split('.')[2]}`,
    'a signature of zeros': `${head}.${payload}.${Buffer.alloc(bytes.length).toString('base64url')}`,
    'something after it': `${good}.x`,
    'dots after it': `${good}..`,
    'a dot before': `.${good}`,
    'an unsecured JWE': `${encode({ alg: 'dir', enc: 'none' })}..${encode('')}.${payload}.`,
    'five parts of a JWE': `${encode({ alg: 'dir', enc: 'A128GCM' })}..${encode('iv')}.${payload}.${encode('tag')}`,
    'two parts': `${head}.${payload}`,
    'the three parts empty': '..',
    'payload no base64url': `${head}.****.${signature}`,
    'payload no JSON': signToken(right, 'owner'),
    'payload a list': signToken(right, '[]'),
    'payload null': signToken(right, 'null'),
    'header no JSON': signToken(right, claims(), 'alg'),
    'header a list': signToken(right, claims(), JSON.stringify([right.alg])),
    'crit with b64': signToken(right, claims(), { crit: ['b64'], b64: false }),
    'crit with b64 over the bare payload': buildUnencoded(right, claims()),
    'crit with something unknown': signToken(right, claims(), { crit: ['check'], check: true }),
    'crit empty': signToken(right, claims(), { crit: [] }),
    'crit no list': signToken(right, claims(), { crit: 'b64', b64: true }),
    huge: `${head}.${payload}.${'A'.repeat(9_000)}`,
    'huge and good': signToken(right, { ...claims(), padding: 'x'.repeat(8_000) }),
  }
}

/** RFC 7797: the payload is unencoded in the token. */
function buildUnencoded(right: Issuer, claims: Claims): string {
  const head = encode({ alg: right.alg, kid: right.kid, crit: ['b64'], b64: false })
  const payload = JSON.stringify(claims).replaceAll('.', '')
  return `${head}.${encode(payload)}.${computeSignature(right, `${head}.${payload}`).toString('base64url')}`
}

/** A valid token that is not sent as RFC 6750 says. */
export function forgeHeaders({ right, forger, claims }: TokenFixture): Vectors {
  const good = signToken(right, claims())
  const bad = signToken(forger, claims())
  const sendOnly = (...authorization: string[]): SentToken => ({ authorization })
  return {
    'no header': sendOnly(),
    'an empty header': sendOnly(''),
    'the scheme alone': sendOnly('Bearer'),
    'the scheme and a blank': sendOnly('Bearer '),
    'the token alone': sendOnly(good),
    'another scheme': sendOnly(`Token ${good}`),
    Basic: sendOnly(`Basic ${Buffer.from(`owner:${good}`).toString('base64')}`),
    'in quotes': sendOnly(`Bearer "${good}"`),
    'after a tab': sendOnly(`Bearer\t${good}`),
    'after a colon': sendOnly(`Bearer: ${good}`),
    'with a word after it': sendOnly(`Bearer ${good} x`),
    'with a parameter after it': sendOnly(`Bearer ${good}, realm="x"`),
    'white space inside': sendOnly(`Bearer ${good.replace('.', ' .')}`),
    'two tokens': sendOnly(`Bearer ${good},${good}`),
    'a forged header before a good one': sendOnly(`Bearer ${bad}`, `Bearer ${good}`),
    'a forged header after a good one': sendOnly(`Bearer ${good}`, `Bearer ${bad}`),
    'a good header twice': sendOnly(`Bearer ${good}`, `Bearer ${good}`),
  }
}

/** Valid tokens of the same shapes: were they refused too, the refusals above would show nothing. */
export function buildValid({ right, claims }: TokenFixture): Vectors {
  const now = Math.floor(Date.now() / 1_000)
  const signWith = (changed: Claims, header: Header = {}) => signToken(right, { ...claims(), ...changed }, header)
  return {
    plain: signWith({}),
    'without typ': signWith({}, { typ: undefined }),
    'typ at+jwt': signWith({}, { typ: 'at+jwt' }),
    'aud a list that holds ours': signWith({ aud: ['another', claims().aud] }),
    'nbf in the past': signWith({ nbf: now - 5 }),
    'more claims': signWith({ jti: 'x', scope: 'all', admin: true }),
    'exp with a fraction': signWith({ exp: now + 600.5 }),
    'a long one': signWith({ padding: 'x'.repeat(4_000) }),
    'bearer in lower case': { authorization: [`bearer ${signWith({})}`] },
    'two blanks': { authorization: [`Bearer  ${signWith({})}`] },
  }
}
