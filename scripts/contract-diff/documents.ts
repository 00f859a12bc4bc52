import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const bundle = 'openapi/bundle/openapi.yaml'

/** The last released contract, the current one, and the changelog between releases. */
export const documents = {
  baseline: join(root, 'openapi/baseline/openapi.yaml'),
  current: join(root, bundle),
  changelog: join(root, 'openapi/CHANGELOG.md'),
}

/**
 * The file of a name: a file of that name, or the bundle in a revision of this repository.
 * @throws when it is neither
 */
export function getFile(name: string): string {
  if (existsSync(name)) return name
  const text = readFromRevision(name)
  if (text === undefined) throw new Error(`${name} is neither a file nor a revision that holds ${bundle}`)
  const file = join(mkdtempSync(join(tmpdir(), 'sittings-contract-')), 'openapi.yaml')
  writeFileSync(file, text)
  return file
}

function readFromRevision(revision: string): Buffer | undefined {
  // A name that begins with a dash would be an option.
  if (revision.startsWith('-')) return undefined
  try {
    return execFileSync('git', ['show', `${revision}:${bundle}`], {
      cwd: root,
      maxBuffer: 2 ** 26,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  } catch {
    return undefined
  }
}
