import { join } from 'node:path'
import { addArtist } from '#src/admin/artists.ts'
import { setClaim } from '#src/admin/claims.ts'
import { saveUser } from '#src/admin/users.ts'
import { signLocalToken } from '#src/auth/tokens.ts'
import { loadConfig } from '#src/config.ts'
import type { BenchEnvironment } from './environment.ts'

/** An artist with an approved claimant, and the claimant's Authorization header. */
export async function openTestUser({ db, folder, newId }: BenchEnvironment, subject = 'owner') {
  const artistId = newId()
  await addArtist(db, { id: artistId, name: 'Mara Quill', bio: null })
  await saveUser(db, { subject, admin: null })
  await setClaim(db, { artistId, subject, state: 'approved' })
  const config = loadConfig({ DATA_FOLDER: join(folder, 'service') })
  const token = await signLocalToken(config, { subject, ttl: 7_200, environment: config.environment })
  return { artistId, subject, token, headers: { authorization: `Bearer ${token}` } }
}
