import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildService } from '../../scripts/build/service.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const shelf = join(root, '.data/builds')

/** Whatever may go into what is built. */
const inputs = ['openapi', 'plugins', 'scripts', 'src', 'package.json', 'package-lock.json', 'tsconfig.json']

const dayMs = 86_400_000

/**
 * The folder with what `npm run build` makes of the sources as they stand. To build takes seven seconds of work, so it is done once for each
 * wording of the sources, and before every other test of a whole run. Nobody writes into it.
 */
export async function builtService(): Promise<string> {
  const kept = join(shelf, wordingOfInputs())
  if (existsSync(kept)) utimesSync(kept, new Date(), new Date())
  else await build(kept)
  return kept
}

/** Built beside its place, as deep as it, and moved there whole: nobody finds half of one, and of several made at once one is kept. */
async function build(kept: string): Promise<void> {
  mkdirSync(shelf, { recursive: true })
  dropUnused()
  const draft = mkdtempSync(join(shelf, 'draft-'))
  try {
    await buildService(draft)
    renameSync(draft, kept)
  } catch (error) {
    if (!existsSync(kept)) throw error
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** A run may still use one of sources that were changed meanwhile, but not since yesterday. */
function dropUnused(): void {
  for (const name of readdirSync(shelf)) {
    const place = join(shelf, name)
    const { mtimeMs = Date.now() } = statSync(place, { throwIfNoEntry: false }) ?? {}
    if (Date.now() - mtimeMs > dayMs) rmSync(place, { recursive: true, force: true })
  }
}

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
