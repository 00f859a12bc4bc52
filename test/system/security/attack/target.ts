import { join } from 'node:path'
import { setClaim } from '#src/admin/claims.ts'
import { saveUser } from '#src/admin/users.ts'
import { signLocalToken } from '#src/auth/tokens.ts'
import { loadConfig } from '#src/config.ts'
import { createOnboardingClient } from '../../../onboarding/conversation.ts'
import type { TestEnvironment } from '../../environment.ts'
import { holdSitting } from '../../load/interviewers.ts'
import { type Actors, createSubject } from '../../service.ts'
import type { Attack, AttackTarget, Origin } from './attacks.ts'
import { addEvidence } from './evidence.ts'
import type { Readers } from './readers.ts'

const sittings = 12
const readersMax = 10

/** Artists who have finished sittings and are at the publish step, the first with much evidence. */
export async function createAttackTarget(
  environment: TestEnvironment,
  actors: Actors,
  size: { artists: number; texts: number; chars: number },
): Promise<AttackTarget> {
  const artistIds: string[] = []
  for (let artist = 0; artist < size.artists; artist += 1) {
    const subject = await createSubject(environment)
    for (let sitting = 0; sitting < sittings; sitting += 1) await holdSitting(actors, subject)
    await createOnboardingClient({ call: actors.call, artistId: subject.artistId }).reach('publish')
    artistIds.push(subject.artistId)
  }
  const relocation = await addEvidence(environment, artistIds[0] ?? '', size)
  return { artistIds, relocation, other: actors.artistId }
}

/** A token of a new user who claims these artists. */
async function createClaimant(
  environment: TestEnvironment,
  subject: string,
  artistIds: readonly string[],
): Promise<string> {
  await saveUser(environment.db, { subject, admin: null })
  for (const artistId of artistIds) await setClaim(environment.db, { artistId, subject, state: 'approved' })
  const config = loadConfig({ DATA_FOLDER: join(environment.folder, 'service') })
  return await signLocalToken(config, { subject, ttlSeconds: 3_600, environment: config.environment })
}

export async function openReaders(
  environment: TestEnvironment,
  { bases: [base = ''], artistId }: Actors,
): Promise<Readers> {
  const bearers: string[] = []
  for (let reader = 0; reader < readersMax; reader += 1) {
    bearers.push(`Bearer ${await createClaimant(environment, `reader-${reader}`, [artistId])}`)
  }
  return { base, artistId, bearers }
}

export async function createCredential(
  environment: TestEnvironment,
  { credential }: Attack,
  { artistIds }: AttackTarget,
  subject: string,
): Promise<Origin['headers']> {
  if (credential === 'none') return {}
  const token = await createClaimant(environment, subject, artistIds)
  return { authorization: `Bearer ${credential === 'bad' ? token.replace(/.{8}$/, 'AAAAAAAA') : token}` }
}
