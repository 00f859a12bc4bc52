import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { CommandError, takeMessages } from '../../../scripts/sdk/run.ts'
import { buildOutcome, type GeneratedClient, type SampleInput } from './client.ts'
import { type SampleService, startSampleService } from './sample-service.ts'

/** How far a client came. `wrong` is what stopped it; a step that was not reached is undefined. */
export type Trial = {
  client: GeneratedClient
  warnings: number
  generated: boolean
  compiled?: boolean
  /** Undefined also where only compiling is required. */
  held?: boolean
  streamed?: boolean
  wrong?: string
}

/** Makes, compiles and uses a client in an empty folder. */
async function tryClient(client: GeneratedClient, folder: string, sample: SampleInput): Promise<Trial> {
  const trial: Trial = { client, warnings: 0, generated: false }
  await mkdir(folder, { recursive: true })
  takeMessages()
  try {
    await client.generate(folder, sample.baseUrl)
    trial.generated = true
    trial.warnings = findWarnings(takeMessages())
    trial.compiled = false
    await client.compile(folder)
    trial.compiled = true
    if (client.hold === undefined) return trial
    trial.held = false
    const printed = (await client.hold(folder, JSON.stringify(sample))).trim().split('\n').at(-1) ?? ''
    const output = JSON.parse(printed)
    trial.streamed = output.streamed === true
    trial.held = isDeepStrictEqual(output, buildOutcome(output.streamed === null ? null : true))
    return trial.held ? trial : { ...trial, wrong: removeToken(printed, sample) }
  } catch (error) {
    if (error instanceof CommandError || error instanceof SyntaxError)
      return { ...trial, wrong: removeToken(error.message, sample) }
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

/** Lines with a warning of a generator, in any form: `WARN`, `[WARNING]`, `Warning:`. */
const findWarnings = (said: string) => said.split('\n').filter((line) => /\bwarn(ing)?\b/i.test(line)).length

/** What a failing program is quoted with has the token among its arguments. */
const removeToken = (message: string, { token }: SampleInput) => message.replaceAll(token, '[token]')
