import { sql, type Transaction } from 'kysely'
import type { DB } from '../tables.gen.ts'
import { MigrationError } from './files.ts'

/** Tables whose rows are written once. A role that may change one may rewrite what was said, or who decided it. */
const appendOnly = [
  ...['audit_events', 'operator_events'],
  ...['response_versions', 'correction_versions', 'source_revisions', 'lore_versions'],
]
/** Tables whose rows are also removed: made again from others, or of no use once they are old. */
const removable = [
  ...['search_segments', 'search_postings', 'search_vector_documents', 'search_vectors', 'releases'],
  ...['artist_research_jobs', 'job_pauses'],
]

/** The privileges that the service needs of a table, and no more. */
function choosePrivileges(table: string): string {
  // Migrations alone write it.
  if (table === 'schema_migrations') return 'select'
  if (appendOnly.includes(table)) return 'select, insert'
  return removable.includes(table) ? 'select, insert, update, delete' : 'select, insert, update'
}

/**
 * Gives a role what the service needs of every table, and takes back what it had beside it. The role that migrates owns
 * the tables; the one that serves owns nothing and cannot rewrite a log.
 * @throws MigrationError when there is no such role, or it is one to which no grant means anything
 */
export async function grantTo(trx: Transaction<DB>, role: string): Promise<void> {
  await refuseUngrantable(trx, role)
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema() order by tablename`.execute(trx)
  for (const { name } of rows) {
    await sql`revoke all on ${sql.table(name)} from ${sql.id(role)}`.execute(trx)
    await sql`grant ${sql.raw(choosePrivileges(name))} on ${sql.table(name)} to ${sql.id(role)}`.execute(trx)
  }
}

async function refuseUngrantable(trx: Transaction<DB>, role: string): Promise<void> {
  const { rows } = await sql<{ is_superuser: boolean }>`
    select rolsuper or pg_has_role(oid, (select datdba from pg_database where datname = current_database()), 'member')
      as is_superuser
    from pg_roles where rolname = ${role}`.execute(trx)
  const [found] = rows
  if (found === undefined) throw new MigrationError(`there is no role ${role} to grant anything to`)
  if (found.is_superuser) throw new MigrationError(`${role} is a superuser or owns the database, and may do everything`)
}
