import type { ConnectedDatabase } from '#src/database/connect.ts'

/** Another session's transaction, with the locks of a statement until it is ended. Runs statements of its own, too. */
export async function holdLocks({ pool }: Pick<ConnectedDatabase, 'pool'>, statement: string) {
  const client = await pool.connect()
  await client.query('begin; set local idle_in_transaction_session_timeout = 0; set local transaction_timeout = 0')
  await client.query(statement)
  let isHeld = true
  /** Ends it once, and gives the connection back. */
  async function end(how: 'commit' | 'rollback' = 'rollback'): Promise<void> {
    if (!isHeld) return
    isHeld = false
    await client.query(how)
    client.release()
  }
  return { client, end }
}
