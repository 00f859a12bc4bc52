import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'

const dayMs = 86_400_000

/**
 * A folder of this name in the cache, made by `make` when it is missing: for what takes long to make and is then
 * read-only or copied. It is made under a temporary name and renamed, so it is never found half made, and of concurrent
 * ones one stays.
 */
export async function useBuildCache(
  cacheFolder: string,
  name: string,
  make: (folder: string) => Promise<void>,
): Promise<string> {
  const entry = join(cacheFolder, name)
  if (existsSync(entry)) utimesSync(entry, new Date(), new Date())
  else await makeAt(cacheFolder, entry, make)
  return entry
}

async function makeAt(cacheFolder: string, entry: string, make: (folder: string) => Promise<void>): Promise<void> {
  mkdirSync(cacheFolder, { recursive: true })
  dropUnused(cacheFolder)
  const draft = mkdtempSync(join(cacheFolder, 'draft-'))
  try {
    await make(draft)
    renameSync(draft, entry)
  } catch (error) {
    if (!existsSync(entry)) throw error
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** An entry of other sources may still be in use, but not since yesterday. */
function dropUnused(cacheFolder: string): void {
  for (const name of readdirSync(cacheFolder)) {
    const folder = join(cacheFolder, name)
    const { mtimeMs = Date.now() } = statSync(folder, { throwIfNoEntry: false }) ?? {}
    if (Date.now() - mtimeMs > dayMs) rmSync(folder, { recursive: true, force: true })
  }
}
