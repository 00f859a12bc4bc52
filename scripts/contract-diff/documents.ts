import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const bundle = 'openapi/bundle/openapi.json'

/** The contract of the working tree. */
export const current = join(root, bundle)

/** The last tag, which is the last release; where there is none, the last commit. */
export function findLastRelease(): string {
  return readFromGit(['describe', '--tags', '--abbrev=0'])?.toString('utf8').trim() ?? 'HEAD'
}

/**
 * The file of a name: a file of that name, or the bundle in a revision of this repository.
 * @throws when it is neither
 */
export function getFile(name: string): string {
  if (existsSync(name)) return name
  const text = readFromRevision(name)
  if (text === undefined) throw new Error(`${name} is neither a file nor a revision that holds ${bundle}`)
  const file = join(mkdtempSync(join(tmpdir(), 'sittings-contract-')), 'openapi.json')
  writeFileSync(file, text)
  return file
}

function readFromRevision(revision: string): Buffer | undefined {
  // A name that begins with a dash would be an option.
  return revision.startsWith('-') ? undefined : readFromGit(['show', `${revision}:${bundle}`])
}

function readFromGit(command: readonly string[]): Buffer | undefined {
  try {
    return execFileSync('git', command, { cwd: root, maxBuffer: 2 ** 26, stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    return undefined
  }
}
