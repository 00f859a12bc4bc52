import type pg from 'pg'
import type { Observer } from './observer.ts'

/**
 * The fault of a step. A code: the server refuses the statement with it, and the transaction is lost. `terminated`: the
 * server has ended the session. `severed`: the connection broke before the statement was sent. `severed after`: it ran,
 * and the connection broke before the response came.
 */
export type Fault = (typeof codes)[number] | 'terminated' | 'severed' | 'severed after'

/**
 * Conflicts; a lock, a statement and a transaction that time out; a full disk; a server that
 * shuts down.
 */
const codes = ['40001', '40P01', '55P03', '57014', '25P04', '53100', '57P01', '08006'] as const

export const faults: readonly Fault[] = ['40001', '40P01', ...codes, 'terminated', 'severed', 'severed after']

/** Whether the session ends with it, and with the session its open transaction. */
export const doesEndSession = (fault: Fault): boolean =>
  fault === 'terminated' || fault === 'severed' || fault === 'severed after'

type Connection = { client: pg.ClientBase; pid: number; observer: Observer }

/** Sends a statement with the fault. The service gets the driver's own errors. */
export async function sendThrough<T>(
  fault: Fault,
  words: string,
  connection: Connection,
  send: () => Promise<T>,
): Promise<T> {
  const { client } = connection
  switch (fault) {
    case 'severed after':
      await send()
      await sever(connection)
      throw new Error('Connection terminated unexpectedly')
    case 'severed':
      await sever(connection)
      return await send()
    case 'terminated':
      await connection.observer.terminate(connection.pid)
      return await send()
    default:
      await client
        .query(`do $$ begin raise exception 'injected' using errcode = '${fault}'; end $$`)
        .finally(async () => {
          // A COMMIT that the server refuses ends the transaction.
          if (words === 'commit') await client.query('rollback')
        })
      throw new Error(`The server took ${fault} for a success`)
  }
}

/** The server releases the session's locks before the next step, or a schedule would depend on how fast it notices. */
async function sever({ client, pid, observer }: Connection): Promise<void> {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
  await observer.terminate(pid)
}
