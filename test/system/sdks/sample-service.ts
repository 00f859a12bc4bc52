import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { signLocalToken } from '#src/auth/tokens.ts'
import { sampleIdentities } from '#src/config/sample-identities.ts'
import { loadConfig } from '#src/config.ts'
import { startService } from '../../support/service.ts'
import { withoutLimits, withoutShedding } from '../../support/settings.ts'
import type { SampleInput } from './client.ts'

export type SampleService = { sample: SampleInput; end: () => Promise<unknown> }

/** A service with the samples, in a folder of its own, as on the machine of a client team. */
export async function startSampleService(folder: string): Promise<SampleService> {
  const env = { DATA_FOLDER: join(folder, 'data'), ...withoutLimits, ...withoutShedding }
  const service = await startService(env)
  const config = loadConfig(env)
  const claim = { subject: sampleIdentities.claimant, ttlSeconds: 7_200, environment: config.environment }
  const token = await signLocalToken(config, claim)
  const sample = { baseUrl: service.base, token, artistId: sampleIdentities.artistId, foreignId: randomUUID() }
  return { sample, end: () => service.end('SIGTERM') }
}
