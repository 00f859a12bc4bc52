import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildService } from '../../scripts/build/service.ts'
import { useBuildCache } from '../../scripts/build-cache.ts'
import { type Service, startService } from './service.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const shelf = join(root, '.data/builds')

/** Whatever may go into what is built. */
const inputs = ['openapi', 'plugins', 'scripts', 'src', 'package.json', 'package-lock.json', 'tsconfig.json']

/**
 * The folder with what `npm run build` makes of the sources as they stand. To build takes seven seconds of work, so it
 * is done once for each wording of the sources, and before every other test of a whole run. Nobody writes into it.
 */
export const builtService = (): Promise<string> => useBuildCache(shelf, wordingOfInputs(), buildService)

/**
 * The service as it is deployed. It starts in a third of the work that the sources take, where it is not their start
 * that is tested.
 */
export const startBuilt = async (env: Record<string, string>, flags: readonly string[] = []): Promise<Service> =>
  await startService(env, join(await builtService(), 'server.js'), flags)

function wordingOfInputs(): string {
  const hash = createHash('sha256').update(process.version)
  for (const input of inputs)
    for (const file of filesOf(input)) hash.update(`${file}\0`).update(readFileSync(file)).update('\0')
  return hash.digest('hex').slice(0, 16)
}

function filesOf(input: string): string[] {
  const place = join(root, input)
  if (statSync(place).isFile()) return [place]
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted()
}
