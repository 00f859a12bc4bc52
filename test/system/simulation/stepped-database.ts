import type pg from 'pg'
import { Database, type Pool } from '#src/database/database.ts'
import { sendThrough } from './faults.ts'
import { actors, type Lane } from './lane.ts'
import type { Observer } from './observer.ts'
import { doesLockArtist, summarizeStatement } from './statements.ts'

/**
 * The service's own database, where every statement of a lane waits for the scheduler; others pass. Statements of one
 * flush run one after the other, as in the server. Each lane counts as a process of its own: they wait for each other
 * only in the database.
 */
export function createSteppedDatabase(pool: pg.Pool, observer: Observer): Database {
  const stepped = new WeakMap<pg.PoolClient, SteppedClient>()
  const connect = async (): Promise<SteppedClient> => {
    const client = await pool.connect()
    const known = stepped.get(client) ?? createSteppedClient(client, observer)
    stepped.set(client, known)
    return known
  }
  const none = () => {}
  const artistMutex = { acquire: async () => none }
  const { options } = pool
  return new Database({ pool: { connect, options, end: () => pool.end() } as unknown as Pool, artistMutex })
}

type SteppedClient = Pick<pg.PoolClient, 'release'> & { query: Query; connection: unknown }
// biome-ignore lint/suspicious/noExplicitAny: the driver's own result, of which only the rows count
type Query = (query: string | Submission, values?: unknown[]) => any
type Answer = { rowCount?: number | null; rows: unknown[] }
/** A statement as the service sends it: the driver uses a callback, and returns no promise. */
type Submission = pg.Submittable & { text: string; callback: (error: Error | null, answer?: Answer) => void }

function createSteppedClient(client: pg.PoolClient, observer: Observer): SteppedClient {
  // The driver knows its session's number, but not in its types.
  const { processID: pid, connection } = client as unknown as { processID: number; connection: unknown }
  let before: Promise<unknown> = Promise.resolve()

  function step(sql: string, send: () => Promise<Answer>): Promise<Answer> {
    const lane = actors.getStore()?.lane
    if (lane === undefined) return send()
    const sent = before.then(() => takeStep(lane, { sql, pid, client, observer }, send))
    before = sent.catch(() => {})
    return sent
  }
  const query: Query = (submitted, values) => {
    if (typeof submitted === 'string') return step(submitted, () => client.query(submitted, values))
    const { text, callback } = submitted
    const answered = step(text, () => {
      const { promise, resolve, reject } = Promise.withResolvers<Answer>()
      submitted.callback = (error, answer) => (answer === undefined ? reject(error) : resolve(answer))
      client.query(submitted)
      return promise
    })
    answered.then(
      (answer) => callback(null, answer),
      (error) => callback(error),
    )
    return submitted
  }
  return { query, connection, release: (destroy) => client.release(destroy) }
}

type SentStatement = { sql: string; pid: number; client: pg.PoolClient; observer: Observer }

async function takeStep(
  lane: Lane,
  { sql, ...connection }: SentStatement,
  send: () => Promise<Answer>,
): Promise<Answer> {
  const words = summarizeStatement(sql)
  const fault = await lane.arrive(words, connection.pid)
  // A server that refuses a statement releases the transaction's locks at once, and not with the ROLLBACK that follows.
  let hasFailed = true
  try {
    const result = await (fault === undefined ? send() : sendThrough(fault, words, connection, send))
    if (words === 'begin') lane.isInTransaction = true
    if (doesLockArtist(words)) lane.holdsArtist = lane.isInTransaction
    hasFailed = false
    return result
  } finally {
    if (fault !== undefined) lane.injected.faults.push(fault)
    if (fault === 'severed after' && words === 'commit') lane.injected.hasLostCommit = true
    if (hasFailed || words === 'commit' || words === 'rollback' || !lane.isInTransaction) endTransaction(lane)
    lane.waitsFor = []
    lane.moveTo('thinking')
  }
}

function endTransaction(lane: Lane): void {
  Object.assign(lane, { isInTransaction: false, holdsArtist: false })
  lane.transactionsEnded += 1
}
