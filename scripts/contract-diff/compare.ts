import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'

/** What a change requires of clients: to change too, to use it or not, or nothing at all. */
export type Impact = 'breaking' | 'addition' | 'wording'

export type Change = {
  impact: Impact
  /** Where in the document, and the keyword when it is one: `#/paths//api/health/get operationId`. */
  where: string
  says: string
}

export type Comparison = {
  changes: Change[]
  versions: { base: string; head: string }
  /** Why the head's version does not fit these changes. */
  refusal: string | undefined
}

/** Compares two documents, each a file of JSON or YAML with everything in it. */
export function compareContracts(base: string, head: string): Comparison {
  const [before, after] = [base, head].map((file) => parse(readFileSync(file, 'utf8')))
  const changes = [...findRedoclyChanges(base, head), ...findOwnChanges(before, after)]
  const versions = { base: String(before.info?.version), head: String(after.info?.version) }
  const impacts = changes.map(({ impact }) => impact)
  return { changes, versions, refusal: refusalToVersion(versions.base, versions.head, impacts) }
}

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
function findRedoclyChanges(base: string, head: string): Change[] {
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

// biome-ignore lint/suspicious/noExplicitAny: documents of any age are compared, through ?. alone
type Loose = any

/**
 * Promises of this contract that a comparer of OpenAPI documents does not know: how large a body may be
 * (`x-body-bytes-max`), that a header of a response is always there (`redocly diff` 2.77.0 takes the loss of that
 * promise for wording), and that responses are open.
 */
function findOwnChanges(base: Loose, head: Loose): Change[] {
  return [...findClosedSchemas(base, head), ...findOperationChanges(base, head)]
}

/** An open schema must not become closed: clients are generated to tolerate new properties, and could not any more. */
function findClosedSchemas(base: Loose, head: Loose): Change[] {
  const isClosed = (schema: Loose) => schema.additionalProperties === false
  const before: Loose = base.components?.schemas ?? {}
  return Object.entries<Loose>(head.components?.schemas ?? {})
    .filter(([name, schema]) => isClosed(schema) && before[name] !== undefined && !isClosed(before[name]))
    .map(([name]) => ({
      impact: 'breaking',
      where: `#/components/schemas/${name} additionalProperties`,
      says: `Schema \`${name}\` has no room for new properties any more.`,
    }))
}

function findOperationChanges(base: Loose, head: Loose): Change[] {
  return Object.entries<Loose>(base.paths).flatMap(([path, item]) =>
    Object.entries<Loose>(item).flatMap(([method, before]) => {
      const after = head.paths?.[path]?.[method]
      if (after?.responses === undefined) return []
      return [
        ...findSmallerBody(path, method, before, after),
        ...findLostPromises(path, method, { base, before, head, after }),
      ]
    }),
  )
}

function findSmallerBody(path: string, method: string, before: Loose, after: Loose): Change[] {
  const [was, is] = [before['x-body-bytes-max'] ?? Infinity, after['x-body-bytes-max'] ?? Infinity]
  if (is >= was) return []
  const says = `The body of \`${method.toUpperCase()} ${path}\` may have ${is} bytes instead of ${was}.`
  return [{ impact: 'breaking', where: `#/paths/${path}/${method} x-body-bytes-max`, says }]
}

type OperationVersions = { base: Loose; before: Loose; head: Loose; after: Loose }

function findLostPromises(path: string, method: string, { base, before, head, after }: OperationVersions): Change[] {
  return Object.entries<Loose>(before.responses).flatMap(([status, response]) => {
    const answered = after.responses[status]
    // A removed one is reported as removed.
    if (answered === undefined) return []
    const is = followReference(head, answered).headers ?? {}
    return Object.entries<Loose>(followReference(base, response).headers ?? {})
      .filter(([name, header]) => followReference(base, header).required === true && is[name] !== undefined)
      .filter(([name]) => followReference(head, is[name]).required !== true)
      .map(([name]) => ({
        impact: 'breaking' as const,
        where: `#/paths/${path}/${method}/responses/${status}/headers/${name} required`,
        says: `Response header \`${name}\` of \`${method.toUpperCase()} ${path}\` (${status}) is no longer promised.`,
      }))
  })
}

/** The value itself, or what its `$ref` resolves to. */
function followReference(document: Loose, value: Loose): Loose {
  if (typeof value?.$ref !== 'string') return value
  const steps = (value.$ref as string).slice(2).split('/')
  return followReference(
    document,
    steps.reduce((node, step) => node?.[step.replaceAll('~1', '/').replaceAll('~0', '~')], document),
  )
}

const form = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/

/**
 * Why a version does not fit the changes, or undefined. A breaking change requires a step of the major version, before
 * 1.0 one of the minor (Semantic Versioning 2.0.0, item 4); any other change requires none.
 */
export function refusalToVersion(base: string, head: string, impacts: readonly Impact[]): string | undefined {
  const [[wasMajor, wasMinor, wasPatch], [major, minor, patch]] = [parseVersion(base), parseVersion(head)]
  const forward = major - wasMajor || minor - wasMinor || patch - wasPatch
  if (forward < 0) return `The version goes back, from ${base} to ${head}.`
  if (!impacts.includes('breaking') || major > wasMajor) return undefined
  if (wasMajor === 0)
    return minor > wasMinor ? undefined : `A breaking change owes a version of 0.${wasMinor + 1}.0 or more.`
  return `A breaking change owes a version of ${wasMajor + 1}.0.0 or more.`
}

function parseVersion(version: string): [number, number, number] {
  const parts = form.exec(version)
  if (parts === null) throw new Error(`${version} is no version of the form 1.2.3`)
  return [Number(parts[1]), Number(parts[2]), Number(parts[3])]
}
