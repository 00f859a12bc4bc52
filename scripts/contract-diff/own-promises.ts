import type { Change } from './change.ts'

// biome-ignore lint/suspicious/noExplicitAny: documents of any age are compared, through ?. alone
type Loose = any

/**
 * Promises of this contract that a comparer of OpenAPI documents does not know: how large a body may be
 * (`x-body-bytes-max`), that a header of a response is always there (`redocly diff` 2.77.0 takes the loss of that
 * promise for wording), and that responses are open.
 */
export function findOwnChanges(base: Loose, head: Loose): Change[] {
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
