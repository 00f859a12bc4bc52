import pg from 'pg'

/** Connections of its own that see which session waits for which, and end sessions. */
export type Observer = ReturnType<typeof openObserver>

export function openObserver(url: string) {
  const pool = new pg.Pool({ connectionString: url, max: 8, application_name: 'sittings interleavings observer' })
  // A connection that the end of the server closes is reported by its next query.
  pool.on('error', () => {})
  return {
    /** Those sessions of `pids` that wait for a lock, each with the sessions before it. */
    async listBlockers(pids: number[]): Promise<Map<number, number[]>> {
      const { rows } = await pool.query<{ pid: number; blockers: number[] }>({
        name: 'blockers',
        text: `select pid, blockers from unnest($1::int[]) as one (pid), pg_blocking_pids(pid) as blockers
          where cardinality(blockers) > 0`,
        values: [pids],
      })
      return new Map(rows.map(({ pid, blockers }) => [pid, blockers]))
    },
    /** Ends a session and waits until it is gone, with all its locks. */
    async terminate(pid: number): Promise<void> {
      await pool.query('select pg_terminate_backend($1, 10000)', [pid])
    },
    async cancel(pid: number): Promise<void> {
      await pool.query('select pg_cancel_backend($1)', [pid])
    },
    close: () => pool.end(),
  }
}
