import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { exportJWK, generateKeyPair, type JWK } from 'jose'

/** Algorithm of the local development key. */
export const localAlgorithm = 'EdDSA'

/**
 * The key that signs and verifies access tokens in development: generated at first use, stored in the data folder,
 * shared by the service and the command line. With `wx`, two concurrent first uses agree on one key.
 */
export async function loadLocalKey(dataFolder: string): Promise<JWK> {
  const file = join(dataFolder, 'token-key.json')
  if (!existsSync(file)) await generateLocalKey(dataFolder, file)
  return JSON.parse(await readFile(file, 'utf8')) as JWK
}

async function generateLocalKey(dataFolder: string, file: string): Promise<void> {
  await mkdir(dataFolder, { recursive: true })
  const { privateKey } = await generateKeyPair(localAlgorithm, { extractable: true })
  const fresh = JSON.stringify(await exportJWK(privateKey))
  await writeFile(file, fresh, { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
}
