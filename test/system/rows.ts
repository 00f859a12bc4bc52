import { type Kysely, sql } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'

/** What is kept of one artist, read in one statement; instants as JSON has them. */
export type Rows = {
  sessions: { id: string; request_id: string; sitting: number; state: string }[]
  entries: {
    id: string
    session_id: string | null
    ordinal: number | null
    question_key: string
    state: string
    answer: string | null
    revision: string
  }[]
  versions: { entry_id: string; number: number; revision: string; answer: string }[]
  boundaries: { id: string; request_id: string; revision: string; retracted_at: string | null }[]
  corrections: { id: string; revision: string; claim: string }[]
  jobs: { kind: string; state: string; requests: number; requests_handled: number }[]
  lore: { number: number; citations: { kind: string; id: string; revision: string }[] }[]
  events: {
    seq: number
    action: string
    subject: string
    revision: string | null
    at: string
    details: Record<string, unknown>
  }[]
}

export async function readRows(db: Kysely<DB>, artistId: string): Promise<Rows> {
  const all = (table: string, order: string) =>
    sql`(select coalesce(json_agg(t order by ${sql.raw(order)}), '[]') from ${sql.table(table)} t where t.artist_id = ${artistId})`
  const { rows } = await sql<Rows>`select
    ${all('interview_sessions', 'id')} as sessions,
    ${all('interview_entries', 'id')} as entries,
    ${all('response_versions', 'entry_id, number')} as versions,
    ${all('interview_boundaries', 'id')} as boundaries,
    ${all('corrections', 'id')} as corrections,
    ${all('artist_research_jobs', 'created_at, id')} as jobs,
    ${all('lore_versions', 'number')} as lore,
    ${all('audit_events', 'seq')} as events`.execute(db)
  return rows[0] as Rows
}
