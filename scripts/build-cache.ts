import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'

const dayMs = 86_400_000

/**
 * A folder of this name on a shelf, made by `make` where there is none yet: what takes long to make and is then only
 * read, or copied. It is made beside its place and moved there whole, so nobody finds half of one, and of several that
 * are made at once one is kept.
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

/** Somebody may still use what another wording of the sources was made of, but not since yesterday. */
function dropUnused(shelf: string): void {
  for (const name of readdirSync(shelf)) {
    const place = join(shelf, name)
    const { mtimeMs = Date.now() } = statSync(place, { throwIfNoEntry: false }) ?? {}
    if (Date.now() - mtimeMs > dayMs) rmSync(place, { recursive: true, force: true })
  }
}
