import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { clock } from '#src/records/audit/events.ts'
import { computeRevision, type Revision } from '#src/text/revisions.ts'
import type { Mismatch } from './verify/context.ts'
import { chainStart, findBrokenLink } from './verify/trail.ts'

/** Changes by an operator that are in no artist's audit trail. */
type OperatorChange =
  | { action: 'administrator.added' | 'administrator.removed'; subject: string; details: { by: 'command' | 'import' } }
  | { action: 'user.removed'; subject: string; details: { because: string; claims: number } }
  | { action: 'jobs.paused' | 'jobs.resumed'; subject: string; details: { artistId: string | null; because: string } }
  | { action: 'artist.erased'; subject: string; details: { because: string; rows: object; head: object } }
  | { action: 'artist.restored'; subject: string; details: { because: string; sha256: string } }

/** Who carries a command out, as the logs name it. Undefined where no person does. */
export type Operator = string | undefined

/** The operator as a part of an event's details. */
export const toDetails = (operator: Operator): { operator?: string } => (operator === undefined ? {} : { operator })

export type OperatorLog = { add(change: OperatorChange): Promise<void> }

type OperatorEvent = Omit<Selectable<DB['operator_events']>, 'details' | 'hash'> & { details: unknown }

/** The log under its lock: opened before the change is written, so that two operators cannot deadlock. */
export async function openOperatorLog(trx: Transaction<DB>, operator: Operator): Promise<OperatorLog> {
  let { seq, head } = await trx
    .insertInto('operator_log')
    .defaultValues()
    // Changes nothing, but locks the row and returns it.
    .onConflict((conflict) => conflict.column('is_only').doUpdateSet(({ ref }) => ({ seq: ref('operator_log.seq') })))
    .returning(['seq', 'head'])
    .executeTakeFirstOrThrow()
  const { now } = await trx.selectNoFrom(clock.as('now')).executeTakeFirstOrThrow()
  return {
    async add(change) {
      const details = { ...change.details, ...toDetails(operator) }
      const event = { ...change, details, seq: seq + 1, at: now, previous: head }
      const hash = computeHash(event)
      const row = { ...event, details: JSON.stringify(event.details), hash }
      await trx.insertInto('operator_events').values(row).execute()
      await trx.updateTable('operator_log').set({ seq: event.seq, head: hash }).execute()
      ;({ seq } = event)
      head = hash
    },
  }
}

function computeHash({ seq, action, subject, details, at, previous }: OperatorEvent): Revision {
  return computeRevision({ action, at: at.toISOString(), details, kind: 'operator', previous, seq, subject })
}

const createFinding = (table: Mismatch['table'], key: Mismatch['key'], what: string): Mismatch => {
  return { artistId: null, table, key, what }
}

/**
 * The first thing of the operators' log that does not fit: a link of the chain, its head, a user whose rights are not
 * what the log says last of the user, or an artist who is there although it says last that the artist was erased.
 */
export async function findInOperatorLog(db: Kysely<DB>): Promise<Mismatch | undefined> {
  let last = chainStart
  const rights = new Map<string, boolean>()
  const erased = new Map<string, number>()
  const events = await db.selectFrom('operator_events').selectAll().orderBy('seq').execute()
  for (const event of events) {
    const what = findBrokenLink(last, event, computeHash)
    if (what !== undefined) return createFinding('operator_events', { seq: event.seq }, what)
    if (event.action.startsWith('administrator.')) rights.set(event.subject, event.action === 'administrator.added')
    if (event.action === 'user.removed') rights.delete(event.subject)
    if (event.action === 'artist.erased') erased.set(event.subject.replace('artist:', ''), event.seq)
    if (event.action === 'artist.restored') erased.delete(event.subject.replace('artist:', ''))
    last = event
  }
  const log = (await db.selectFrom('operator_log').select(['seq', 'head']).executeTakeFirst()) ?? { seq: 0, head: null }
  if (log.seq !== last.seq || log.head !== last.hash)
    return createFinding('operator_log', {}, `its head is event ${log.seq}, and the log ends with another`)
  return (await findOtherRights(db, rights)) ?? (await findBroughtBack(db, erased))
}

async function findOtherRights(db: Kysely<DB>, rights: ReadonlyMap<string, boolean>) {
  const { rows } = await sql<{ subject: string; is_admin: boolean }>`
    select subject, is_admin from users where subject = any(${[...rights.keys()]})`.execute(db)
  const isAdmin = new Map(rows.map((user) => [user.subject, user.is_admin]))
  for (const [subject, is] of rights) {
    if (isAdmin.get(subject) === is) continue
    const what = is ? 'is no administrator, but is one by the log' : 'is an administrator, but is none by the log'
    return createFinding('users', { subject }, what)
  }
  return undefined
}

async function findBroughtBack(db: Kysely<DB>, erased: ReadonlyMap<string, number>) {
  const { rows } = await sql<{ id: string }>`
    select id from artists where id = any(${[...erased.keys()]}::uuid[]) limit 1`.execute(db)
  const [artist] = rows
  if (artist === undefined) return undefined
  const what = `is there, and event ${erased.get(artist.id)} of the operators' log erased it: no event restored it`
  return createFinding('artists', { id: artist.id }, what)
}
