import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'

const dayMs = 86_400_000

/**
 * A folder of this name in the cache, made by `make` when it is missing: for what takes long to make and is then
 * read-only or copied. It is made under a temporary name and renamed, so it is never found half made, and of concurrent
 * ones one stays.
 */
export async function useBuildCache(
  shelf: string,
  name: string,
  make: (folder: string) => Promise<void>,
): Promise<string> {
  const kept = join(shelf, name)
  if (existsSync(kept)) utimesSync(kept, new Date(), new Date())
  else await makeAt(shelf, kept, make)
  return kept
}

async function makeAt(shelf: string, kept: string, make: (folder: string) => Promise<void>): Promise<void> {
  mkdirSync(shelf, { recursive: true })
  dropUnused(shelf)
  const draft = mkdtempSync(join(shelf, 'draft-'))
  try {
    await make(draft)
    renameSync(draft, kept)
  } catch (error) {
    if (!existsSync(kept)) throw error
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** An entry of other sources may still be in use, but not since yesterday. */
function dropUnused(shelf: string): void {
  for (const name of readdirSync(shelf)) {
    const place = join(shelf, name)
    const { mtimeMs = Date.now() } = statSync(place, { throwIfNoEntry: false }) ?? {}
    if (Date.now() - mtimeMs > dayMs) rmSync(place, { recursive: true, force: true })
  }
}
