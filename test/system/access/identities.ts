import { createHash, randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { type OperationId, operationContracts, resolve, type Schema } from '#src/contract/document.ts'
import { getValidator } from '#src/contract/validators.ts'
import type { DB } from '#src/database/tables.gen.ts'
import type { InProcessService } from './in-process-service.ts'
import { buildSentRequest, buildValidRequests, getContract, type ValidRequest } from './requests.ts'
import { type SeededArtist, signBearer } from './seed-artist.ts'

/** Changes with any change of any row of the artist, in `artists` and every table that has its id. */
export async function computeFingerprint(db: Kysely<DB>, artistId: string): Promise<string> {
  const { rows: tables } = await sql<{ name: string; column: string }>`
    select table_name as name, column_name as column from information_schema.columns
    where table_schema = 'public' and (column_name = 'artist_id' or (table_name = 'artists' and column_name = 'id'))
    order by 1`.execute(db)
  const hash = createHash('sha256')
  for (const { name, column } of tables) {
    const { rows } = await sql<{ text: string }>`select to_jsonb(t)::text as text from ${sql.table(name)} as t
      where ${sql.ref(column)} = ${artistId} order by 1`.execute(db)
    for (const { text } of rows) hash.update(`${name} ${text}\n`)
  }
  return hash.digest('hex')
}

/** Where a request contains an identity: steps into `path`, `query`, `headers` or `body`. */
export type IdentityField = { id: OperationId; name: string; steps: (string | number)[]; schema: Schema }

/** An identity by its form or by its name: uuids, source identities, revisions, keys and cursors. */
const isIdentity = (name: string, { type, pattern = '', format }: Schema) =>
  type === 'string' && (format === 'uuid' || /a-f0-9|0-9a-f/.test(String(pattern)) || /^cursor$|(Id|Key)s?$/.test(name))

const isArtist = (name: string) => name === 'id' || name === 'artistId'

/**
 * Every field of the contract in which an operation takes an identity, except the artist of its path; `[]` is any item.
 */
export const declaredIdentityFields: { id: OperationId; name: string }[] = [...operationContracts.values()].flatMap(
  (operation) => [
    ...operation.parameters
      .filter(({ in: place, name, schema }) => !(place === 'path' && isArtist(name)) && isIdentity(name, schema))
      .map(({ in: place, name }) => ({ id: operation.id, name: `${place === 'header' ? 'headers' : place}.${name}` })),
    ...(operation.body === undefined ? [] : [...findIdentitySchemas(operation.body.schema, 'body')]).map(
      ({ name }) => ({
        id: operation.id,
        name,
      }),
    ),
  ],
)

function* findIdentitySchemas(raw: Schema, name: string): Generator<{ name: string; schema: Schema }> {
  const { $ref: _ref, ...beside } = raw
  const schema: Schema = { ...resolve<Schema>(raw), ...beside }
  if (isIdentity(name.replaceAll('[]', '').split('.').at(-1) ?? '', schema)) yield { name, schema }
  for (const [key, inner] of Object.entries((schema.properties ?? {}) as Record<string, Schema>)) {
    yield* findIdentitySchemas(inner, `${name}.${key}`)
  }
  if (schema.items !== undefined) yield* findIdentitySchemas(schema.items as Schema, `${name}[]`)
  for (const one of [...((schema.oneOf ?? []) as Schema[]), ...((schema.anyOf ?? []) as Schema[])]) {
    yield* findIdentitySchemas(one, name)
  }
}

/** The identity fields of a request, including those of omitted parameters. */
export function listIdentityFields(id: OperationId, ready: ValidRequest): IdentityField[] {
  const { parameters, body } = getContract(id)
  const inParameters = parameters
    .filter(({ in: place, name, schema }) => !(place === 'path' && isArtist(name)) && isIdentity(name, schema))
    .map(({ in: place, name, schema }): IdentityField => {
      const part = place === 'header' ? 'headers' : place
      return { id, name: `${part}.${name}`, steps: [part, name], schema }
    })
  if (body === undefined) return inParameters
  const schemas = Map.groupBy(findIdentitySchemas(body.schema, 'body'), ({ name }) => name)
  const inBody = [...listLeaves(ready.body, ['body'])].flatMap(({ steps, value }) => {
    const name = formatPath(steps)
    // Of alternatives, the one that contains the identity.
    const schema = schemas.get(name)?.find(({ schema }) => getValidator(schema)(value) === undefined)?.schema
    return schema === undefined ? [] : [{ id, name, steps, schema }]
  })
  return [...inParameters, ...inBody]
}

function* listLeaves(
  value: unknown,
  steps: (string | number)[],
): Generator<{ steps: (string | number)[]; value: string }> {
  if (typeof value === 'string') yield { steps, value }
  if (Array.isArray(value)) for (const [at, inner] of value.entries()) yield* listLeaves(inner, [...steps, at])
  else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) yield* listLeaves(inner, [...steps, key])
  }
}

const formatPath = (steps: (string | number)[]) =>
  steps
    .map((step) => (typeof step === 'number' ? '[]' : `.${step}`))
    .join('')
    .slice(1)

type Tree = { [step: string | number]: Tree }

/** The request with another identity in that field. */
export function replaceIdentity(ready: ValidRequest, { steps }: IdentityField, value: string): ValidRequest {
  const copy = structuredClone(ready) as unknown as Tree
  let node = copy
  for (const step of steps.slice(0, -1)) {
    node[step] ??= {}
    node = node[step]
  }
  node[steps.at(-1) as string] = value as unknown as Tree
  return copy as unknown as ValidRequest
}

/** The identity in that field of a request, where it is a text. */
export function getValue(ready: ValidRequest, { steps }: IdentityField): string | undefined {
  const value = steps.reduce<unknown>((node, step) => (node as Tree | undefined)?.[step], ready)
  return typeof value === 'string' ? value : undefined
}

/**
 * The own request with a consistent part of another artist's: what path and query name, those and the body, or one item
 * of a list in the body. Single identities would be refused because they do not fit the rest.
 */
export function buildGrafts(own: ValidRequest, other: ValidRequest): ValidRequest[] {
  const { id, artistId } = own.path ?? {}
  const path = { ...other.path, ...(id !== undefined && { id }), ...(artistId !== undefined && { artistId }) }
  const named = { ...own, path, ...(other.query !== undefined && { query: other.query }) }
  const items = Object.entries((own.body ?? {}) as Record<string, unknown>).flatMap(([key, list]) =>
    Array.isArray(list) ? list.map((_item, at) => replaceItem(own, other, key, at)) : [],
  )
  // An id that the caller chooses is no identity of anything that exists, so it stays the caller's own.
  const { requestId } = (own.body ?? {}) as { requestId?: string }
  const whole =
    other.body === undefined
      ? []
      : [{ ...named, body: { ...other.body, ...(requestId !== undefined && { requestId }) } }]
  const text = JSON.stringify({ ...own, path: own.path ?? {} })
  return [named, ...whole, ...items].filter((graft) => JSON.stringify(graft) !== text)
}

function replaceItem(own: ValidRequest, other: ValidRequest, key: string, at: number): ValidRequest {
  const body = structuredClone(own.body) as Record<string, unknown[]>
  const theirs = (other.body as Record<string, unknown[]>)[key]?.[at]
  body[key]?.splice(at, 1, theirs)
  return { ...own, body }
}

const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** A cursor of every list with two pages of the artist, as the claimant gets it. */
export async function readCursors(service: InProcessService, seeded: SeededArtist): Promise<Map<OperationId, string>> {
  const authorization = await signBearer(service, seeded.claimant)
  const cursors = new Map<OperationId, string>()
  for (const { id, parameters } of operationContracts.values()) {
    if (!parameters.some(({ name }) => name === 'cursor')) continue
    const { body } = await service.send({
      ...buildSentRequest(id, buildFirstPage(id, buildValidRequests(seeded)[id])),
      headers: { authorization },
    })
    const cursor = body.nextCursor ?? body.budget?.nextCursor
    if (typeof cursor !== 'string')
      throw new Error(`${id} has no second page for the seeded artist: ${JSON.stringify(body).slice(0, 200)}`)
    cursors.set(id, cursor)
  }
  return cursors
}

/** With the smallest page that the contract allows. */
function buildFirstPage(id: OperationId, ready: ValidRequest): ValidRequest {
  const sizes = getContract(id).parameters.filter(({ name }) => name === 'limit' || name === 'maxChars')
  return {
    ...ready,
    query: { ...ready.query, ...Object.fromEntries(sizes.map(({ name, schema }) => [name, String(schema.minimum)])) },
  }
}

/** The same text with unused identities of the same forms; those in `kept` stay. */
export const replaceIdentities = (like: string, prefix = ''): string =>
  like
    .replaceAll(uuids, (uuid) => (prefix.includes(uuid) ? uuid : uuidv7()))
    .replaceAll(/[0-9a-f]{64}/g, (revision) => (prefix.includes(revision) ? revision : randomBytes(32).toString('hex')))
