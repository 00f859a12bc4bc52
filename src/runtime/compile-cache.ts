import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../../node_modules/.cache/sittings-code', import.meta.url))

/**
 * Enables Node's compile cache, which halves the time of later starts. It lies in node_modules, so only users who can
 * write the packages can write it; elsewhere every start compiles. Call it before other modules load.
 */
export function keepCompiledCode(): void {
  enableCompileCache(folder)
}
