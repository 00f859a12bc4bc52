import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, constants, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Test } from 'tap'
import { signLocalToken } from '#src/auth/tokens.ts'
import { loadConfig } from '#src/config.ts'
import { migrate } from '#src/database/migrations/migrate.ts'
import { startEmbeddedPostgres } from '#src/runtime/embedded-postgres/start.ts'
import { tsc } from '../../scripts/build/compiler.ts'
import { buildService } from '../../scripts/build/service.ts'
import { useBuildCache } from '../../scripts/build-cache.ts'
import { createServerFolder } from './embedded.ts'
import { type Service, startService } from './service.ts'
import { withoutShedding } from './settings.ts'
import { hashMigrations } from './test-template.ts'

const dataFolders = fileURLToPath(new URL('../../.data/data-folders', import.meta.url))

/** System tests kill processes, but never this server: flushing would only slow it down. */
export const unflushed = { fsync: 'off' }

/**
 * Copies a migrated database into an empty folder, for `startEmbeddedPostgres`. It takes a second and a half to make,
 * so it is made once for each state of the migrations, by the first caller, and copied from then on; no server runs on
 * the original.
 */
export async function copyMigratedDataFolder(folder: string): Promise<void> {
  copyServerFolder(await useBuildCache(dataFolders, computeDataFolderName(), createMigratedDataFolder), folder)
}

/**
 * Copies the database of a service with its samples, as the first start leaves it, into `folder`.
 * @param build the name of the build that makes it
 * @param start runs this build in a data folder to its orderly end
 */
async function copySampleDataFolder(
  folder: string,
  build: string,
  start: (folder: string) => Promise<unknown>,
): Promise<void> {
  const cached = await useBuildCache(dataFolders, `samples-${build}`, async (made) => void (await start(made)))
  copyServerFolder(join(cached, 'postgres'), join(folder, 'postgres'))
}

/** The password and the data, without the log. */
function copyServerFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  const data = join(to, 'data')
  cpSync(join(from, 'password'), join(to, 'password'))
  cpSync(join(from, 'data'), data, { recursive: true, mode: constants.COPYFILE_FICLONE })
  // The server refuses a folder that others may read.
  chmodSync(data, 0o700)
}

/** Another state of the migrations has another data folder, and so has another release of the server. */
function computeDataFolderName(): string {
  const { packages }: { packages: Record<string, { version: string }> } = JSON.parse(
    readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'),
  )
  const releases = Object.entries(packages).flatMap(([name, { version }]) =>
    name.includes('/@embedded-postgres/') ? [version] : [],
  )
  return ['tcp', ...new Set(releases), hashMigrations()].join('-')
}

async function createMigratedDataFolder(folder: string): Promise<void> {
  const server = await startEmbeddedPostgres({ folder, settings: unflushed })
  await migrate({ url: server.url, environment: 'development' }).finally(() => server.stop())
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const builds = join(root, '.data/builds')

/** Every file that may go into the build. */
const inputs = ['openapi', 'plugins', 'scripts', 'src', 'package.json', 'package-lock.json', 'tsconfig.json']

/**
 * The folder of `npm run build`. The build takes seven seconds, so it is made once for each state of the sources,
 * before all other tests of a whole run. It is read-only.
 */
export const ensureBuild = (): Promise<string> => useBuildCache(builds, hashInputs(), buildService)

/**
 * The service as it is deployed. It starts in a third of the time of the sources; for tests of anything but the start:
 * a new data folder has the samples already, as after a first start, which takes five times as long as a second one.
 */
export async function startBuilt(env: Record<string, string>): Promise<Service> {
  const build = await ensureBuild()
  const server = join(build, 'server.js')
  const { DATA_FOLDER: folder, DATABASE_URL: url, SERVICE_ENVIRONMENT: environment } = env
  if (folder !== undefined && url === undefined && environment === undefined && !existsSync(join(folder, 'postgres')))
    await copySampleDataFolder(folder, basename(build), async (made) => {
      const first = await startService({ DATA_FOLDER: made, LOG_LEVEL: 'error' }, server, readImageFlags())
      await first.end('SIGTERM')
    })
  return await startService(env, server, readImageFlags())
}

/** The flags that the image gives to Node. */
function readImageFlags(): string[] {
  const steps = readFileSync(new URL('../../Containerfile', import.meta.url), 'utf8')
  const command = /^CMD (\[.+\])$/m.exec(steps)?.[1]
  if (command === undefined) throw new Error('The Containerfile names no command')
  return JSON.parse(command).slice(0, -1)
}

/**
 * The same with an orderly end when the test ends, in a data folder of the test where no setting names one; `sign`
 * makes a token of a subject. Other load of the machine does not make it shed.
 */
export async function serveBuilt(t: Test, env: Record<string, string> = {}) {
  const settings = { DATA_FOLDER: createServerFolder(t), ...withoutShedding, ...env }
  const service = await startBuilt(settings)
  t.teardown(() => service.end('SIGTERM'))
  const sign = (subject: string) =>
    signLocalToken(loadConfig(settings), { subject, ttlSeconds: 7_200, environment: 'development' })
  return { ...service, settings, sign }
}

function hashInputs(): string {
  const hash = createHash('sha256').update(process.version)
  for (const input of inputs)
    for (const file of listFiles(input)) hash.update(`${file}\0`).update(readFileSync(file)).update('\0')
  return hash.digest('hex').slice(0, 16)
}

function listFiles(input: string): string[] {
  const place = join(root, input)
  if (statSync(place).isFile()) return [place]
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted()
}

/** Compiles the project of a folder; the compiler's output, empty on success. */
export async function compile(folder: string, ...args: string[]): Promise<string> {
  const child = spawn(tsc, ['-p', folder, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return code === 0 ? '' : `exit ${code}: ${out}${err}`
}
