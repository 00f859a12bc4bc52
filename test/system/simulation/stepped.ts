import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { DB } from '#src/database/tables.gen.ts'
import { sendThrough } from './faults.ts'
import { actors, type Lane } from './lane.ts'
import type { Observer } from './observer.ts'
import { locksTheArtist, wordsOf } from './statements.ts'

/** The service's own pool, where every statement of a lane waits for its turn; whoever has no lane just passes. */
export function steppedDatabase(pool: pg.Pool, observer: Observer): Kysely<DB> {
  const stepped = new WeakMap<pg.PoolClient, SteppedClient>()
  const connect = async (): Promise<SteppedClient> => {
    const client = await pool.connect()
    const known = stepped.get(client) ?? steppedClient(client, observer)
    stepped.set(client, known)
    return known
  }
  const { options } = pool
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: { connect, options, end: () => pool.end() } }) })
}

type SteppedClient = {
  // biome-ignore lint/suspicious/noExplicitAny: the query builder's own shape of a client, of whose answers only the number of rows is looked at here
  query: any
  release: (destroy?: boolean) => void
}

function steppedClient(client: pg.PoolClient, observer: Observer): SteppedClient {
  // The driver knows its session's number and does not tell of it in its types.
  const { processID: pid } = client as unknown as { processID: number }
  const query = async (sql: string, values: unknown[]) => {
    const lane = actors.getStore()?.lane
    const send = () => client.query(sql, values)
    return await (lane === undefined ? send() : takeStep(lane, { sql, pid, client, observer }, send))
  }
  return { query, release: (destroy) => client.release(destroy) }
}

type Sent = { sql: string; pid: number; client: pg.PoolClient; observer: Observer }

async function takeStep<T>(lane: Lane, { sql, ...connection }: Sent, send: () => Promise<T>): Promise<T> {
  const words = wordsOf(sql)
  const fault = await lane.arrive(words, connection.pid)
  let written = 0
  const sendAndCount = async () => {
    const result = await send()
    written = (result as { rowCount?: number | null }).rowCount ?? 0
    return result
  }
  // A server that refuses a statement lets go of the transaction's locks at once, and not with the ROLLBACK that
  // follows.
  let hasFailed = true
  try {
    const result = await (fault === undefined ? send() : sendThrough(fault, connection, sendAndCount))
    if (words === 'begin') lane.isInTransaction = true
    if (locksTheArtist(words)) lane.holdsArtist = lane.isInTransaction
    hasFailed = false
    return result
  } finally {
    if (fault !== undefined) lane.struck.faults.push(fault)
    // A change that was not to wait for somebody has written nothing and returned no row.
    const isKept = words === 'commit' || (words.startsWith('write ') && !lane.isInTransaction && written > 0)
    if (fault === 'severed after' && isKept) lane.struck.hasLostCommit = true
    if (hasFailed || words === 'commit' || words === 'rollback' || !lane.isInTransaction) endTransaction(lane)
    lane.waitsFor = []
    lane.moved('thinking')
  }
}

function endTransaction(lane: Lane): void {
  Object.assign(lane, { isInTransaction: false, holdsArtist: false })
  lane.transactionsEnded += 1
}
