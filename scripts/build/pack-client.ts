import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { readGuides } from '#src/http/docs/guides/read.ts'
import { tsc } from './compiler.ts'

const run = promisify(execFile)
const client = fileURLToPath(new URL('../../src/clients/typescript', import.meta.url))
const types = fileURLToPath(new URL('../../src/contract/types.gen.ts', import.meta.url))
const workflows = fileURLToPath(new URL('../../openapi/workflows.arazzo.yaml', import.meta.url))

/**
 * Builds the TypeScript client in a folder of its own and packs it, with the guides, into `out`; returns the tarball's
 * path.
 */
export async function packClient(out: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sittings-client-'))
  try {
    await cp(client, folder, { recursive: true })
    await cp(types, join(folder, 'contract.ts'))
    await addGuides(folder)
    await run(tsc, ['-p', folder, '--rootDir', folder])
    return await packFolder(folder, out)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Packs a package's folder into `out`; returns the tarball's path. */
export async function packFolder(folder: string, out: string): Promise<string> {
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', resolve(out)], { cwd: folder })
  const [{ filename }] = JSON.parse(stdout)
  return join(resolve(out), filename)
}

/**
 * The Markdown of the guides and what it links to, without their index, which lists what only a service has. The
 * client's own guide is the package's README as well.
 */
async function addGuides(folder: string): Promise<void> {
  const files = await readGuides()
  await mkdir(join(folder, 'guides'))
  for (const [name, { type, body }] of Object.entries(files))
    if (type !== 'html' && name !== 'index.md') await writeFile(join(folder, `guides/${name}`), body)
  await cp(workflows, join(folder, 'workflows.arazzo.yaml'))
  const own = await readFile(join(folder, 'guides/typescript-client.md'), 'utf8')
  await writeFile(join(folder, 'README.md'), own.replaceAll(/\]\((?=[\w-]+\.md)/g, '](guides/'))
}
