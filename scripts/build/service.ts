import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { includeResults, mapSourcePaths, omitSourceMapsOfPackages, precompileValidators } from './plugins.ts'
import { unbundledPackages } from './unbundled.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The built programs by name, and their sources. */
export const programs = {
  server: 'src/server.ts',
  cli: 'scripts/cli.ts',
  health: 'scripts/deploy/health.ts',
  mcp: 'scripts/mcp.ts',
  'article-worker': 'src/research/providers/pages/article-worker.ts',
}

/** CommonJS packages load Node's own modules by it. */
const requireInModules = `import { createRequire as requireFrom } from 'node:module';
const require = requireFrom(import.meta.url);`

/**
 * Writes the service's programs, bundled, into a folder of their own within the project: one file a program, one for
 * each dynamic import, and the shared ones. Names stay, so that stacks are readable without a map as well.
 */
export async function buildService(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  await build({
    absWorkingDir: root,
    outdir: folder,
    entryPoints: programs,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    minifySyntax: true,
    minifyWhitespace: true,
    lineLimit: 160,
    // For Node's --enable-source-maps, which costs memory and time and is left to the operator.
    sourcemap: 'linked',
    sourcesContent: false,
    external: [...unbundledPackages],
    banner: { js: requireInModules },
    plugins: [precompileValidators, includeResults, mapSourcePaths(root, folder), omitSourceMapsOfPackages],
    logLevel: 'warning',
  })
}
