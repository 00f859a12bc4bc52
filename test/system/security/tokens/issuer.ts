import { createSign, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

export type Claims = Record<string, unknown>
export type Header = Record<string, unknown>

/** A signer of tokens: the right issuer, or a forger with a key of the same kind. */
export type Issuer = {
  alg: 'EdDSA' | 'RS256' | 'ES256'
  kid: string
  privateKey: KeyObject
  publicKey: KeyObject
}

export const encode = (value: unknown): string =>
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

export function computeSignature({ alg, privateKey }: Issuer, input: string): Buffer {
  if (alg === 'EdDSA') return sign(null, Buffer.from(input), privateKey)
  const dsaEncoding = alg === 'ES256' ? ({ dsaEncoding: 'ieee-p1363' } as const) : {}
  return createSign('sha256')
    .update(input)
    .sign({ key: privateKey, ...dsaEncoding })
}
