import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { packFolder } from './pack-client.ts'

const root = new URL('../../', import.meta.url)
const place = (path: string) => fileURLToPath(new URL(path, root))

/**
 * Packs the conformance tests into `out`: one program with the contract that it was built for. Only the runner of
 * workflows is a package that `npx` installs.
 * @returns the tarball's path
 */
export async function packConformance(out: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sittings-conformance-'))
  try {
    await build({
      absWorkingDir: place('.'),
      entryPoints: { 'lib/conformance/main': 'scripts/conformance.ts' },
      outdir: folder,
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node22',
      banner: {
        js: "#!/usr/bin/env node\nimport { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);",
      },
      logLevel: 'warning',
    })
    // Where the program looks for them: two folders above itself, and one.
    for (const path of ['openapi/bundle/openapi.json', 'openapi/workflows.arazzo.yaml'])
      await cp(place(path), join(folder, path))
    await writeFile(join(folder, 'package.json'), `${JSON.stringify(await describePackage(), null, 2)}\n`)
    return await packFolder(folder, out)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function describePackage() {
  const { version, devDependencies } = JSON.parse(await readFile(place('package.json'), 'utf8'))
  return {
    name: '@sittings/conformance',
    version,
    description: 'Tests whether a deployment of Sittings behaves as its contract says.',
    type: 'module',
    bin: { conformance: 'lib/conformance/main.js' },
    engines: { node: '>=22' },
    dependencies: { '@redocly/cli': devDependencies['@redocly/cli'] },
  }
}
