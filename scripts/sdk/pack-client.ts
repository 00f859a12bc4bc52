import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { tsc } from './compiler.ts'

const run = promisify(execFile)
const client = fileURLToPath(new URL('../../src/clients/typescript', import.meta.url))
const types = fileURLToPath(new URL('../../src/contract/types.gen.ts', import.meta.url))

/** Builds the TypeScript client in a folder of its own and packs it into `out`; returns the tarball's path. */
export async function packClient(out: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sittings-client-'))
  try {
    await cp(client, folder, { recursive: true })
    await cp(types, join(folder, 'contract.ts'))
    await run(tsc, ['-p', folder, '--rootDir', folder])
    const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', resolve(out)], { cwd: folder })
    const [{ filename }] = JSON.parse(stdout)
    return join(resolve(out), filename)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
