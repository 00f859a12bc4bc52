import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CryptoKey, importJWK, jwtVerify } from 'jose'

const { d: _private, ...jwk } = JSON.parse(readFileSync(join(process.env.DATA_FOLDER ?? '', 'token-key.json'), 'utf8'))
const key = (await importJWK(jwk, 'EdDSA')) as CryptoKey
const verified = new Map<string, string>()

/** Whose token a header carries. Its signature is verified once. */
export async function getSubject(authorization: string | undefined): Promise<string> {
  const token = String(authorization).slice('Bearer '.length)
  const cached = verified.get(token)
  if (cached !== undefined) return cached
  const { payload } = await jwtVerify(token, key, { algorithms: ['EdDSA'] })
  verified.set(token, String(payload.sub))
  return String(payload.sub)
}
