import { type BinaryLike, createHmac, type KeyObject } from 'node:crypto'
import { type Claims, encode, type Header, type Issuer, published, signatureOf, signed } from './issuer.ts'

/** What a forger has: the claims of a valid token, an own key, and what the right issuer publishes. */
export type Scene = { right: Issuer; forger: Issuer; claims: () => Claims & { iat: number; exp: number } }
/** A token, or the whole list of Authorization headers. */
export type Sent = string | { authorization: string[] }
export type Vectors = Record<string, Sent>

const hmac = (secret: BinaryLike | KeyObject, claims: Claims, header: Header = {}, hash = 'sha256') => {
  const input = `${encode({ alg: 'HS256', typ: 'JWT', ...header })}.${encode(claims)}`
  return `${input}.${createHmac(hash, secret).update(input).digest('base64url')}`
}

/** Another algorithm than the issuer's, or none. */
export function algorithms({ right, forger, claims }: Scene): Vectors {
  const good = signed(right, claims())
  const [, payload, signature] = good.split('.')
  const none = (alg: unknown) => `${encode({ alg, typ: 'JWT' })}.${payload}.`
  const jwk = published(right)
  const exported = (format: 'pem' | 'der') => right.publicKey.export({ format: format as 'pem', type: 'spki' })
  return {
    'alg none': none('none'),
    'alg None': none('None'),
    'alg NONE': none('NONE'),
    'alg nOnE': none('nOnE'),
    'alg none with the signature kept': `${none('none')}${signature}`,
    'alg null': none(null),
    'alg missing': `${encode({ typ: 'JWT' })}.${payload}.${signature}`,
    'alg empty': signed(right, claims(), { alg: '' }),
    'alg a number': signed(right, claims(), { alg: 256 }),
    'alg a list': signed(right, claims(), { alg: [right.alg] }),
    'alg in lower case': signed(right, claims(), { alg: right.alg.toLowerCase() }),
    'HS256 under the public key as PEM': hmac(exported('pem'), claims(), { kid: right.kid }),
    'HS256 under the public key as DER': hmac(exported('der'), claims(), { kid: right.kid }),
    'HS256 under the public key as JWK': hmac(JSON.stringify(jwk), claims(), { kid: right.kid }),
    'HS256 under a part of the public key': hmac(Buffer.from(String(jwk.x ?? jwk.n), 'base64url'), claims()),
    'HS256 under nothing': hmac('', claims()),
    'HS512 under a guess': hmac('secret', claims(), { alg: 'HS512' }, 'sha512'),
    'the header changed to HS256': `${encode({ alg: 'HS256' })}.${payload}.${signature}`,
    'the issuer’s algorithm under another key': signed({ ...forger, kid: right.kid }, claims()),
    'another key without a kid': signed(forger, claims(), { kid: undefined }),
  }
}

/** A header with the location of the key, signed by the forger. */
export function keys({ forger, claims }: Scene): Vectors {
  const by = (header: Header) => signed(forger, claims(), header)
  const jwk = published(forger)
  return {
    'kid a path': by({ kid: '../../../../../../dev/null' }),
    'kid with SQL': by({ kid: "' union select 'key' --" }),
    'kid a URL': by({ kid: 'http://127.0.0.1:9/key.json' }),
    'kid a list': by({ kid: ['one', 'two'] }),
    'kid an object': by({ kid: { $ne: '' } }),
    'kid a number': by({ kid: 0 }),
    'kid null': by({ kid: null }),
    'kid a name of every object': by({ kid: '__proto__' }),
    'kid huge': by({ kid: 'k'.repeat(4_000) }),
    jku: by({ jku: 'http://127.0.0.1:9/keys' }),
    x5u: by({ x5u: 'http://127.0.0.1:9/chain.pem' }),
    x5c: by({ x5c: [Buffer.from('no certificate').toString('base64')] }),
    'jwk in the header': by({ jwk }),
    'jwk and its kid': by({ jwk, kid: jwk.kid }),
  }
}

/** Signed by the right issuer, and yet not valid here and now. */
export function claimed({ right, claims }: Scene): Vectors {
  const now = Math.floor(Date.now() / 1_000)
  const by = (changed: Claims) => signed(right, { ...claims(), ...changed })
  const { iss, aud } = claims()
  return {
    expired: by({ exp: now - 60 }),
    'expired a moment ago': by({ exp: now - 1 }),
    'no exp': by({ exp: undefined }),
    'exp a string': by({ exp: String(now + 600) }),
    'exp null': by({ exp: null }),
    'exp negative': by({ exp: -1 }),
    'exp beyond numbers': signed(right, JSON.stringify(claims()).replace(/"exp":\d+/, '"exp":1e999')),
    'nbf in the future': by({ nbf: now + 600 }),
    'nbf a string': by({ nbf: '0' }),
    'no iat': by({ iat: undefined }),
    'iat a string': by({ iat: String(now) }),
    'another iss': by({ iss: 'https://elsewhere.example' }),
    'no iss': by({ iss: undefined }),
    'iss a list': by({ iss: [iss] }),
    'iss with something behind': by({ iss: `${iss}/` }),
    'another aud': by({ aud: `${aud}:production` }),
    'no aud': by({ aud: undefined }),
    'aud a list of others': by({ aud: [`${aud}1`, `x${aud}`] }),
    'aud an empty list': by({ aud: [] }),
    'aud an object': by({ aud: { 0: aud } }),
    'aud in upper case': by({ aud: String(aud).toUpperCase() }),
    'no sub': by({ sub: undefined }),
    'sub a number': by({ sub: 7 }),
    'sub a list': by({ sub: ['owner'] }),
    'sub an object': by({ sub: { toString: 'owner' } }),
    'sub null': by({ sub: null }),
    'sub empty': by({ sub: '' }),
    'sub with U+0000': by({ sub: 'owner\u0000' }),
    'sub with half a character': signed(right, JSON.stringify(claims()).replace('"owner"', '"owner\\ud800"')),
    'sub too long': by({ sub: 'o'.repeat(301) }),
    'sub of an unknown user': by({ sub: 'unknown' }),
    'sub with a blank': by({ sub: 'owner ' }),
    'sub in upper case': by({ sub: 'OWNER' }),
    'no environment': by({ environment: undefined }),
    'environment staging': by({ environment: 'staging' }),
    'environment production': by({ environment: 'production' }),
    'environment a list': by({ environment: ['development'] }),
    'environment with a blank': by({ environment: ' development' }),
  }
}

/** Not a token of the compact form, or one that was changed after it was signed. */
export function forms({ right, claims }: Scene): Vectors {
  const good = signed(right, claims())
  const [head = '', payload = '', signature = ''] = good.split('.')
  const bytes = Buffer.from(signature, 'base64url')
  const flipped = Buffer.from(bytes.map((byte, at) => (at === 0 ? byte ^ 1 : byte))).toString('base64url')
  return {
    'another payload under the signature': `${head}.${encode({ ...claims(), sub: 'admin' })}.${signature}`,
    'another header under the signature': `${encode({ alg: right.alg })}.${payload}.${signature}`,
    'no signature': `${head}.${payload}.`,
    'half a signature': `${head}.${payload}.${signature.slice(0, 40)}`,
    'a signature with one bit flipped': `${head}.${payload}.${flipped}`,
    'a signature of another token': `${head}.${payload}.${signed(right, { ...claims(), jti: 'x' }).split('.')[2]}`,
    'a signature of zeros': `${head}.${payload}.${Buffer.alloc(bytes.length).toString('base64url')}`,
    'something behind': `${good}.x`,
    'dots behind': `${good}..`,
    'a dot before': `.${good}`,
    'an unsecured JWE': `${encode({ alg: 'dir', enc: 'none' })}..${encode('')}.${payload}.`,
    'five parts of a JWE': `${encode({ alg: 'dir', enc: 'A128GCM' })}..${encode('iv')}.${payload}.${encode('tag')}`,
    'two parts': `${head}.${payload}`,
    'one part': head,
    'the three parts empty': '..',
    'payload no base64url': `${head}.****.${signature}`,
    'payload no JSON': signed(right, 'owner'),
    'payload a list': signed(right, '[]'),
    'payload null': signed(right, 'null'),
    'header no JSON': signed(right, claims(), 'alg'),
    'header a list': signed(right, claims(), JSON.stringify([right.alg])),
    'crit with b64': signed(right, claims(), { crit: ['b64'], b64: false }),
    'crit with b64 over the bare payload': bareOf(right, claims()),
    'crit with something unknown': signed(right, claims(), { crit: ['check'], check: true }),
    'crit empty': signed(right, claims(), { crit: [] }),
    'crit no list': signed(right, claims(), { crit: 'b64', b64: true }),
    huge: `${head}.${payload}.${'A'.repeat(9_000)}`,
    'huge and good': signed(right, { ...claims(), padding: 'x'.repeat(8_000) }),
  }
}

/** RFC 7797: the payload is unencoded in the token. */
function bareOf(right: Issuer, claims: Claims): string {
  const head = encode({ alg: right.alg, kid: right.kid, crit: ['b64'], b64: false })
  const payload = JSON.stringify(claims).replaceAll('.', '')
  return `${head}.${encode(payload)}.${signatureOf(right, `${head}.${payload}`).toString('base64url')}`
}

/** A valid token that is not sent as RFC 6750 says. */
export function headers({ right, forger, claims }: Scene): Vectors {
  const good = signed(right, claims())
  const bad = signed(forger, claims())
  const only = (...authorization: string[]): Sent => ({ authorization })
  return {
    'no header': only(),
    'an empty header': only(''),
    'the scheme alone': only('Bearer'),
    'the scheme and a blank': only('Bearer '),
    'the token alone': only(good),
    'another scheme': only(`Token ${good}`),
    Basic: only(`Basic ${Buffer.from(`owner:${good}`).toString('base64')}`),
    'in quotes': only(`Bearer "${good}"`),
    'behind a tab': only(`Bearer\t${good}`),
    'behind a colon': only(`Bearer: ${good}`),
    'with a word behind': only(`Bearer ${good} x`),
    'with a parameter behind': only(`Bearer ${good}, realm="x"`),
    'white space inside': only(`Bearer ${good.replace('.', ' .')}`),
    'two tokens': only(`Bearer ${good},${good}`),
    'a forged header before a good one': only(`Bearer ${bad}`, `Bearer ${good}`),
    'a forged header after a good one': only(`Bearer ${good}`, `Bearer ${bad}`),
    'a good header twice': only(`Bearer ${good}`, `Bearer ${good}`),
  }
}

/** Valid tokens of the same shapes: were they refused too, the refusals above would show nothing. */
export function honest({ right, claims }: Scene): Vectors {
  const now = Math.floor(Date.now() / 1_000)
  const by = (changed: Claims, header: Header = {}) => signed(right, { ...claims(), ...changed }, header)
  return {
    plain: by({}),
    'without typ': by({}, { typ: undefined }),
    'typ at+jwt': by({}, { typ: 'at+jwt' }),
    'aud a list that holds ours': by({ aud: ['another', claims().aud] }),
    'nbf in the past': by({ nbf: now - 5 }),
    'more claims': by({ jti: 'x', scope: 'all', admin: true }),
    'exp with a fraction': by({ exp: now + 600.5 }),
    'a long one': by({ padding: 'x'.repeat(4_000) }),
    'bearer in lower case': { authorization: [`bearer ${by({})}`] },
    'two blanks': { authorization: [`Bearer  ${by({})}`] },
  }
}
