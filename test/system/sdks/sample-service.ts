import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { signLocalToken } from '#src/auth/tokens.ts'
import { sampleIdentities } from '#src/config/sample-identities.ts'
import { loadConfig } from '#src/config.ts'
import { startService } from '../../support/service.ts'
import type { SampleInput } from './client.ts'

const unhurried = {
  EVENT_LOOP_DELAY_MS_MAX: '60000',
  RATE_CALLER_PER_MINUTE: '1000000',
  RATE_ANONYMOUS_PER_MINUTE: '1000000',
}

export type SampleService = { sample: SampleInput; end: () => Promise<unknown> }

/** A service with the samples, in a folder of its own, as on the machine of a client team. */
export async function startSampleService(folder: string): Promise<SampleService> {
  const env = { DATA_FOLDER: join(folder, 'data'), ...unhurried }
  const service = await startService(env)
  const config = loadConfig(env)
  const claim = { subject: sampleIdentities.claimant, ttlSeconds: 7_200, environment: config.environment }
  const token = await signLocalToken(config, claim)
  const sample = { baseUrl: service.base, token, artistId: sampleIdentities.artistId, foreignId: randomUUID() }
  return { sample, end: () => service.end('SIGTERM') }
}
