import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { signLocalToken } from '#src/auth/tokens.ts'
import { sampleIdentities } from '#src/config/sample-identities.ts'
import { loadConfig } from '#src/config.ts'
import { startBuilt } from '../../support/built.ts'
import { withoutLimits, withoutShedding } from '../../support/settings.ts'
import { buildOutcome, type GeneratedClient, type SampleInput } from './client.ts'
import { CommandError } from './tools.ts'

type SampleService = { sample: SampleInput; end: () => Promise<unknown> }

/** A service with the samples, in a folder of its own, as on the machine of a client team. */
async function startSampleService(folder: string): Promise<SampleService> {
  const env = { DATA_FOLDER: join(folder, 'data'), ...withoutLimits, ...withoutShedding }
  const service = await startBuilt(env)
  const config = loadConfig(env)
  const claim = { subject: sampleIdentities.claimant, ttlSeconds: 7_200, environment: config.environment }
  const token = await signLocalToken(config, claim)
  const sample = { baseUrl: service.base, token, artistId: sampleIdentities.artistId, foreignId: randomUUID() }
  return { sample, end: () => service.end('SIGTERM') }
}

/** `wrong` is what stopped it. */
export type Trial = { client: GeneratedClient; wrong?: string }

/** Makes, compiles and uses a client in an empty folder. */
async function tryClient(client: GeneratedClient, folder: string, sample: SampleInput): Promise<Trial> {
  await mkdir(folder, { recursive: true })
  try {
    await client.generate(folder, sample.baseUrl)
    await client.compile(folder)
    if (client.hold === undefined) return { client }
    const printed = (await client.hold(folder, JSON.stringify(sample))).trim().split('\n').at(-1) ?? ''
    const output = JSON.parse(printed)
    const isHeld = isDeepStrictEqual(output, buildOutcome(output.streamed === null ? null : true))
    return isHeld ? { client } : { client, wrong: removeToken(printed, sample) }
  } catch (error) {
    if (error instanceof CommandError || error instanceof SyntaxError)
      return { client, wrong: removeToken(error.message, sample) }
    throw error
  }
}

/**
 * One after the other, each with a sitting of its own at the same service. A failed one may leave a sitting open, which
 * would refuse the next one's: that gets another service.
 */
export async function* tryClients(tried: readonly GeneratedClient[], folder: string): AsyncGenerator<Trial> {
  let service: SampleService | undefined
  try {
    for (const [at, client] of tried.entries()) {
      service ??= await startSampleService(join(folder, `service-${at}`))
      const trial = await tryClient(client, join(folder, client.name.replaceAll(/\W+/g, '-')), service.sample)
      if (trial.wrong !== undefined) {
        await service.end()
        service = undefined
      }
      yield trial
    }
  } finally {
    await service?.end()
  }
}

/** What a failing program is quoted with has the token among its arguments. */
const removeToken = (message: string, { token }: SampleInput) => message.replaceAll(token, '[token]')
