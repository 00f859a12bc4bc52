import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { buildOutcome, type GeneratedClient, type SampleInput } from './client.ts'
import { CommandError } from './generators/run.ts'
import { type SampleService, startSampleService } from './sample-service.ts'

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
