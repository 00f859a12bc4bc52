import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual, promisify } from 'node:util'
import { signLocalToken } from '#src/auth/tokens.ts'
import { sampleIdentities } from '#src/config/sample-identities.ts'
import { loadConfig } from '#src/config.ts'
import { startBuilt } from '../../support/built.ts'
import { withoutLimits, withoutShedding } from '../../support/settings.ts'

/** One generated client: how it is made, compiled as strictly as its language can, and used. */
export type GeneratedClient = {
  name: string
  /** `baseUrl` for generators that write the address into the code. */
  generate: (folder: string, baseUrl: string) => Promise<unknown>
  /** @throws with the compiler's output */
  compile: (folder: string) => Promise<unknown>
  /**
   * Completes a sitting, with the story's arguments as JSON; returns what it printed last. Undefined where only
   * compiling is required.
   */
  hold?: (folder: string, sample: string) => Promise<string>
}

/** The environment of a sitting: the service, a token, its artist and an artist without a claim. */
export type SampleInput = { baseUrl: string; token: string; artistId: string; foreignId: string }

const revised = 'The vox humana. It sounded like nobody I know. 🔔'

/** The output of every sitting. `streamed` is null where a client reads no stream at all. */
export const buildOutcome = (streamed: true | null) => ({
  state: 'finished',
  revised,
  stale: { status: 409, code: 'revision_changed' },
  advanced: true,
  pages: true,
  refused: { status: 403, code: 'not_your_artist' },
  streamed,
})

/** The bundled document, which every generator reads. */
export const documentPath = fileURLToPath(new URL('../../../openapi/bundle/openapi.json', import.meta.url))

/** A program of a package that the repository installs. */
export const getProgramPath = (path: string) => fileURLToPath(new URL(`../../../node_modules/${path}`, import.meta.url))

/** The default address of a generated client: its generators take no relative server for an address. */
export const defaultBaseUrl = 'http://127.0.0.1:3000'

/** A missing tool or a failed step of a generator; printed as its message, without a stack. */
export class CommandError extends Error {}

/** Runs a program to its end; returns its output. @throws CommandError with the program's output */
export async function run(program: string, args: string[], cwd: string, env: NodeJS.ProcessEnv = {}): Promise<string> {
  try {
    const options = { cwd, env: { ...process.env, ...env }, maxBuffer: 64 * 1_024 * 1_024 }
    const { stdout } = await promisify(execFile)(program, args, options)
    return stdout
  } catch (error) {
    const {
      code,
      stdout = '',
      stderr = '',
      message,
    } = error as NodeJS.ErrnoException & { stdout?: string; stderr?: string }
    if (code === 'ENOENT') throw new CommandError(`${program} is not installed here`)
    throw new CommandError(
      `${program} ${args.join(' ')} did not work: ${`${stdout}${stderr}`.trim().slice(-4_000) || message}`,
    )
  }
}

/** The folder of generators that are no packages of this repository, between two calls. */
export const getToolsFolder = () =>
  process.env.SDK_TOOLS ?? fileURLToPath(new URL('../../../.data/sdk-tools', import.meta.url))

/**
 * A folder with packages of npm, installed by the first call that names these versions.
 * @throws CommandError when npm or its registry is not available
 */
export async function installNpmTools(name: string, dependencies: Record<string, string>): Promise<string> {
  const manifest = JSON.stringify({ private: true, type: 'module', dependencies })
  const folder = join(getToolsFolder(), `${name}-${createHash('sha256').update(manifest).digest('hex').slice(0, 12)}`)
  const done = join(folder, 'installed')
  if (existsSync(done)) return folder
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), manifest)
  await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], folder)
  await writeFile(done, '')
  return folder
}

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
