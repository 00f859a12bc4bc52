import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Change, Impact } from './change.ts'

type Report = {
  changes: {
    impact: 'major' | 'minor' | 'patch'
    kind: string
    typeName: string
    path: string
    property?: string
    verdicts: { message: string }[]
  }[]
}

const impacts: Record<Report['changes'][number]['impact'], Impact> = {
  major: 'breaking',
  minor: 'addition',
  patch: 'wording',
}
const manifest = createRequire(import.meta.url).resolve('@redocly/cli/package.json')
const cli = join(dirname(manifest), JSON.parse(readFileSync(manifest, 'utf8')).bin.redocly)
const rules = fileURLToPath(new URL('rules.yaml', import.meta.url))

/**
 * The findings of `redocly diff` between two documents. It knows the direction of data: an added value breaks a
 * response and not a request.
 * @throws when it could not compare them, or returned something else than its report
 */
export function findRedoclyChanges(base: string, head: string): Change[] {
  const options = ['--config', rules, '--format', 'json', '--fail-on', 'none']
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, 'diff', base, head, ...options], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    timeout: 200_000,
    env: { ...process.env, REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', REDOCLY_SUPPRESS_NOTIFICATIONS: 'true' },
  })
  if (status !== 0) throw new Error(`The documents could not be compared: ${stderr}`)
  // Samples are made of the guides and the examples, and promise nothing themselves.
  const changes = (JSON.parse(stdout) as Report).changes.filter(({ path }) => !path.includes('/x-codeSamples'))
  return changes.map(({ impact, kind, typeName, path, property, verdicts }) => {
    const pointer = path.replaceAll('~1', '/').replaceAll('~0', '~')
    const [verdict] = verdicts
    return {
      impact: impacts[impact],
      where: property === undefined ? pointer : `${pointer} ${property}`,
      says: verdict?.message ?? `${typeName}${property === undefined ? '' : ` \`${property}\``} was ${kind}.`,
    }
  })
}
