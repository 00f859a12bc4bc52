import t from 'tap'
import { apply, applyOverlay, parseTarget, readOverlay } from '../../scripts/sdk/overlay.ts'
import { contract } from '../support/bundle.ts'
import type { Loose } from '../support/test-context.ts'

const document: Loose = await applyOverlay()
const operations: Loose[] = Object.values<Loose>(document.paths).flatMap((item) =>
  Object.entries<Loose>(item).flatMap(([method, operation]) =>
    operation.operationId === undefined ? [] : [{ ...operation, method }],
  ),
)

const resolveNode = (node: Loose): Loose =>
  node?.$ref === undefined
    ? node
    : resolveNode(
        node.$ref
          .split('/')
          .slice(1)
          .reduce((at: Loose, name: string) => at[name], document),
      )

/** The schema at a path of property names such as `budget.nextCursor`. */
const schemaAt = (schema: Loose, path: string) =>
  path.split('.').reduce((at, name) => resolveNode(resolveNode(at)?.properties?.[name]), schema)

const formatName = (prefix: string, path: string) =>
  path.startsWith(prefix) ? path.slice(prefix.length) : `not from ${prefix}`

/** The document without the extensions of these generators. */
const bare = (node: Loose): Loose => {
  if (Array.isArray(node)) return node.map(bare)
  if (typeof node !== 'object' || node === null) return node
  const remaining = Object.entries(node).filter(([name]) => !/^x-(speakeasy|fern)-/.test(name))
  return Object.fromEntries(remaining.map(([name, value]) => [name, bare(value)]))
}

/** The only difference of the document: the stream has the schema of its events. */
const getEventStream = (draft: Loose): Loose => {
  const { content } = draft.paths['/api/onboarding/{artistId}/chat'].post.responses['200']
  content['text/event-stream'] = { schema: { $ref: content['text/event-stream'].schema['x-event-schema'] } }
  return draft
}

t.test('every target of the overlay exists, each action has a reason, and only hints are added', async (t) => {
  const { overlay, actions } = await readOverlay()
  t.equal(overlay, '1.0.0')
  for (const action of actions) {
    t.doesNotThrow(() => apply(structuredClone(contract) as Loose, action), action.target)
    t.ok((action.description ?? '').length > 20, action.target)
  }
  t.strictSame(bare(document), getEventStream(structuredClone(contract)))
})

t.test('a missing target, or one that is no singular query, is named', (t) => {
  const hint = { update: { 'x-fern-idempotent': true } }
  t.throws(() => apply({ paths: {} }, { target: "$.paths['/api/nowhere'].get", ...hint }), /nowhere/)
  t.throws(() => parseTarget('$..paths'), /no singular query/)
  t.throws(() => parseTarget('$.paths[*]'), /no singular query/)
  t.end()
})

t.test('every operation with a cursor describes its pagination, by fields of its response', (t) => {
  const paged = operations.filter(({ parameters = [] }) =>
    parameters.some((one: Loose) => resolveNode(one).name === 'cursor'),
  )
  t.ok(paged.length >= 8)
  for (const operation of paged) {
    const { outputs, inputs } = operation['x-speakeasy-pagination'] ?? {}
    const fern = operation['x-fern-pagination'] ?? {}
    const body = resolveNode(resolveNode(operation.responses['200']).content['application/json'].schema)
    t.same(inputs, [{ name: 'cursor', in: 'parameters', type: 'cursor' }], operation.operationId)
    t.equal(formatName('$response.', fern.next_cursor), formatName('$.', outputs.nextCursor))
    t.equal(formatName('$response.', fern.results), formatName('$.', outputs.results))
    t.ok(schemaAt(body, formatName('$.', outputs.nextCursor)), `${operation.operationId}: ${outputs.nextCursor}`)
    t.equal(
      schemaAt(body, formatName('$.', outputs.results))?.type,
      'array',
      `${operation.operationId}: ${outputs.results}`,
    )
  }
  const hinted = operations.filter((operation) => 'x-speakeasy-pagination' in operation)
  t.same(hinted, paged)
  t.end()
})

t.test('conflicts and defects are never retried, and every write is marked as repeatable', (t) => {
  t.same(document['x-speakeasy-retries'].statusCodes, ['429', '503'])
  t.equal(document['x-speakeasy-retries'].retryConnectionErrors, true)
  const writes = operations.filter(({ method }) => method !== 'get')
  t.same(
    writes.filter((operation) => operation['x-fern-idempotent'] !== true),
    [],
  )
  t.end()
})
