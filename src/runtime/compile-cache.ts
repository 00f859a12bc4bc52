import { chmodSync, readdirSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../../node_modules/.cache/sittings-code', import.meta.url))

/**
 * A second start takes what the first has compiled, types stripped, in less than half the time. It is kept where only
 * they can write who can write the packages; where nobody can, every start compiles anew. To be called before anything
 * else is loaded.
 */
export function keepCompiledCode(): void {
  enableCompileCache(folder)
}

/**
 * Node writes it for its owner alone; this lets others read what is there, and nobody write it. To be called by its
 * owner.
 */
export function shareCompiledCode(): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) chmodSync(join(entry.parentPath, entry.name), 0o444)
  }
}
