import { chmodSync, readdirSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../../node_modules/.cache/sittings-code', import.meta.url))

/**
 * Enables Node's compile cache, which halves the time of later starts. It lies in node_modules, so only users who can
 * write the packages can write it; elsewhere every start compiles. Call it before other modules load.
 */
export function keepCompiledCode(): void {
  enableCompileCache(folder)
}

/** Node writes the cache readable by its owner alone; this makes it readable for all. To be called by the owner. */
export function shareCompiledCode(): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) chmodSync(join(entry.parentPath, entry.name), 0o444)
  }
}
