import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildService } from '../../scripts/build/service.ts'
import { useBuildCache } from '../../scripts/build-cache.ts'
import { copySampleDataFolder } from './data-folder.ts'
import { type Service, startService } from './service.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const shelf = join(root, '.data/builds')

/** Every file that may go into the build. */
const inputs = ['openapi', 'plugins', 'scripts', 'src', 'package.json', 'package-lock.json', 'tsconfig.json']

/**
 * The folder of `npm run build`. The build takes seven seconds, so it is made once for each state of the sources,
 * before all other tests of a whole run. It is read-only.
 */
export const ensureBuild = (): Promise<string> => useBuildCache(shelf, hashInputs(), buildService)

/**
 * The service as it is deployed. It starts in a third of the time of the sources; for tests of anything but the start:
 * a new data folder has the samples already, as after a first start, which takes five times as long as a second one.
 */
export async function startBuilt(env: Record<string, string>, flags: readonly string[] = []): Promise<Service> {
  const build = await ensureBuild()
  const server = join(build, 'server.js')
  const { DATA_FOLDER: folder, DATABASE_URL: url, SERVICE_ENVIRONMENT: environment } = env
  if (folder !== undefined && url === undefined && environment === undefined && !existsSync(join(folder, 'postgres')))
    await copySampleDataFolder(folder, basename(build), async (made) => {
      const first = await startService({ DATA_FOLDER: made, LOG_LEVEL: 'error' }, server)
      await first.end('SIGTERM')
    })
  return await startService(env, server, flags)
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
