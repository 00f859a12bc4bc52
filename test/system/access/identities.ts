import { randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { type OperationId, operationContracts } from '#src/contract/document.ts'
import { getValidator } from '#src/contract/validators.ts'
import type { TestEnvironment } from '../environment.ts'
import type { IdentityField } from './identity-fields.ts'
import type { InProcessService } from './in-process-service.ts'
import { buildSentRequest, getContract } from './request.ts'
import { readArtistRows } from './rows.ts'
import { type SeededArtist, signBearer } from './seed-artist.ts'
import { buildValidRequests, type ValidRequest } from './valid-requests.ts'

/** A stored name of something of an artist, at any place of a row. */
export type Identity = { from: string; value: string }

const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
const revisions = /^[0-9a-f]{64}$/

/** Every identity of an artist in all tables and columns, also inside JSON; users are shared and omitted. */
export async function listIdentities({ db }: TestEnvironment, artistId: string): Promise<Identity[]> {
  const users = new Set((await db.selectFrom('users').select('id').execute()).map(({ id }) => id))
  const found = new Map<string, Identity>()
  const add = (from: string, value: string) => {
    if (!users.has(value) && !found.has(`${from} ${value}`)) found.set(`${from} ${value}`, { from, value })
  }
  for (const { table, row } of await readArtistRows(db, artistId)) {
    for (const { column, text } of listStrings(row)) {
      const from = `${table}.${column}`
      if (/_id$|^id$|_key$/.test(column)) add(from, text)
      for (const [uuid] of text.matchAll(uuids)) add(from, uuid)
      if (revisions.test(text)) for (const form of [text, `"${text}"`]) add(from, form)
    }
  }
  // A whole column comes before a part of one.
  return [...found.values()].toSorted((one, other) => Number(isOwn(other)) - Number(isOwn(one)))
}

const isOwn = ({ from }: Identity) => /\.(id|\w+_id|\w+_key|revision)$/.test(from)

function* listStrings(value: unknown, column = ''): Generator<{ column: string; text: string }> {
  if (typeof value === 'string') yield { column, text: value }
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) yield* listStrings(inner, column || key)
}

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

const toSnakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/**
 * The identities that fit a field: by the contract's schema, and keys by the name of their column. The likeliest first.
 */
export function findFitting({ name, schema }: IdentityField, identities: readonly Identity[]): Identity[] {
  const column = toSnakeCase(name.split('.').at(-1)?.replaceAll('[]', '') ?? '')
  const isFromColumn = ({ from }: Identity) => from.endsWith(`.${column}`)
  const validate = getValidator(schema)
  const isKey = /_key$/.test(column)
  const fit = identities.filter((one) => validate(one.value) === undefined && (!isKey || isFromColumn(one)))
  return [...fit.filter(isFromColumn), ...fit.filter((one) => !isFromColumn(one))]
}

/** The same text with unused identities of the same forms; those in `kept` stay. */
export const replaceIdentities = (like: string, prefix = ''): string =>
  like
    .replaceAll(uuids, (uuid) => (prefix.includes(uuid) ? uuid : uuidv7()))
    .replaceAll(/[0-9a-f]{64}/g, (revision) => (prefix.includes(revision) ? revision : randomBytes(32).toString('hex')))
