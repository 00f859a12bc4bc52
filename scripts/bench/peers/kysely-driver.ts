import { createHash } from 'node:crypto'
import {
  type Kysely,
  type Transaction as KyselyTransaction,
  PostgresDialect,
  Kysely as QueryBuilder,
  sql,
} from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import pg from 'pg'
import type { QuestionEntry, Sitting } from '#plugins/sessions/queries.ts'
import type { DB } from '#src/database/tables.gen.ts'
import type { Driver, Event, Head, Transaction } from './interview.ts'
import { connectionsMax } from './pg-driver.ts'

const names = new Map<string, string>()

/** Kysely names no statement, so each would be parsed and planned again; here the text of one is its name. */
class NamingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: the overloads of the driver
  override query(text: any, values?: any, callback?: any): any {
    if (typeof text !== 'string' || !values?.length) return super.query(text, values, callback)
    const name = names.get(text) ?? createHash('sha256').update(text).digest('hex').slice(0, 40)
    names.set(text, name)
    return super.query({ name, text, values }, callback)
  }
}

/** Kysely over named statements, a statement for each table that is written. */
export function openKyselyDriver(): Driver {
  const pool = new pg.Pool({
    connectionString: process.env.DATABASE_URL,
    max: connectionsMax,
    Client: NamingClient,
  } as pg.PoolConfig)
  const db = new QueryBuilder<DB>({ dialect: new PostgresDialect({ pool }) })
  return {
    read: async (subject, artistId, id) =>
      (await db
        .selectFrom('users as u')
        .innerJoin('claims as c', (join) => join.onRef('c.user_id', '=', 'u.id').on('c.artist_id', '=', artistId))
        .innerJoin('interview_entries as e', (join) => join.on('e.artist_id', '=', artistId).on('e.id', '=', id))
        .selectAll('e')
        .where('u.subject', '=', subject)
        .where('c.state', '=', 'approved')
        .where('e.state', '=', sql.lit('answered'))
        .executeTakeFirst()) as QuestionEntry | undefined,
    transact: (work) => db.transaction().execute((trx) => work(openTransaction(trx))),
  }
}

const selectNewestEvent = (db: Kysely<DB>, artistId: string) =>
  jsonObjectFrom(
    db
      .selectFrom('audit_events')
      .select(['seq', 'hash'])
      .where('artist_id', '=', artistId)
      .orderBy('seq', 'desc')
      .limit(sql.lit(1)),
  )
const getHead = (head: Head | null): Head => head ?? { seq: 0, hash: null }

function openTransaction(trx: KyselyTransaction<DB>): Transaction {
  async function saveEvent({ artistId, at, seq, action, subject, revision, actor, details, previous, hash }: Event) {
    const row = { artist_id: artistId, seq, action, subject, revision: revision ?? null, actor, at, previous, hash }
    await trx
      .insertInto('audit_events')
      .values({ ...row, details: JSON.stringify(details) })
      .execute()
  }
  async function saveJob(artistId: string, id: string | undefined) {
    if (id === undefined) return
    await trx
      .insertInto('artist_research_jobs')
      .values({ artist_id: artistId, id, kind: 'lore_refresh', state: 'pending' })
      .onConflict((conflict) =>
        conflict
          .columns(['artist_id', 'kind', 'purpose'])
          .where(sql<boolean>`state in ('pending', 'waiting')`)
          .doUpdateSet({ requests: sql<number>`artist_research_jobs.requests + 1` }),
      )
      .execute()
  }
  return {
    lockArtist: async (subject, artistId) =>
      (await trx
        .selectFrom('artists as a')
        .innerJoin('claims as c', 'c.artist_id', 'a.id')
        .innerJoin('users as u', 'u.id', 'c.user_id')
        .select('a.id')
        .where('a.id', '=', artistId)
        .where('c.artist_id', '=', artistId)
        .where('c.state', '=', 'approved')
        .where('u.subject', '=', subject)
        .forUpdate('a')
        .executeTakeFirst()) !== undefined,
    findAnswer: async (artistId, id) => {
      const found = await trx
        .selectFrom('interview_entries')
        .selectAll()
        .select((eb) => [
          selectNewestEvent(trx, artistId).as('head'),
          eb
            .selectFrom('response_versions')
            .select(({ fn }) => fn.max('number').as('number'))
            .where('artist_id', '=', artistId)
            .where('entry_id', '=', id)
            .as('number'),
        ])
        .where('artist_id', '=', artistId)
        .where('id', '=', id)
        .executeTakeFirst()
      return found && { ...(found as unknown as QuestionEntry), head: getHead(found.head), number: found.number ?? 0 }
    },
    findStart: async (artistId) => {
      const { head, sitting } = await trx
        .selectNoFrom([
          selectNewestEvent(trx, artistId).as('head'),
          sql<number>`1 + greatest(0, (select max(sitting) from interview_sessions where artist_id = ${artistId}),
            (select max(sitting) from interview_entries where artist_id = ${artistId}))`.as('sitting'),
        ])
        .executeTakeFirstOrThrow()
      return { head: getHead(head), sitting }
    },
    findSitting: async (artistId, id) => {
      const questions = trx
        .selectFrom('interview_entries')
        .selectAll()
        .where('artist_id', '=', artistId)
        .where('session_id', '=', id)
        .orderBy('ordinal')
      const found = await trx
        .selectFrom('interview_sessions')
        .select(['id', 'sitting', 'state', 'created_at', 'closed_at'])
        .select([selectNewestEvent(trx, artistId).as('head'), jsonArrayFrom(questions).as('questions')])
        .where('artist_id', '=', artistId)
        .where('id', '=', id)
        .where('state', '=', sql.lit('active'))
        .executeTakeFirst()
      return found && { head: getHead(found.head), sitting: found as unknown as Sitting }
    },
    findMemory: async (artistId, sitting) => {
      const latest = trx
        .selectFrom('interview_entries')
        .select(['id as entryId', 'revision'])
        .where('artist_id', '=', artistId)
        .where('id', '=', (eb) =>
          eb
            .selectFrom('response_versions')
            .select('entry_id')
            .where('artist_id', '=', artistId)
            .orderBy('saved_seq', 'desc')
            .limit(sql.lit(1)),
        )
      const corrections = trx
        .selectFrom('corrections')
        .select(['id as correctionId', 'revision'])
        .where('artist_id', '=', artistId)
      const boundaries = trx
        .selectFrom('interview_boundaries')
        .select(['id as boundaryId', 'revision'])
        .where('artist_id', '=', artistId)
        .where('retracted_at', 'is', null)
        .where((eb) => eb.or([eb('scope', '=', 'until_retracted'), eb('sitting', '=', sitting)]))
      return await trx
        .selectNoFrom([
          jsonObjectFrom(latest).as('latestAnswer'),
          jsonArrayFrom(corrections).as('corrections'),
          jsonArrayFrom(boundaries).as('boundaries'),
        ])
        .executeTakeFirstOrThrow()
    },
    countFound: async (artistId, references) => {
      const quoted = references.filter((reference) => reference.kind === 'original')
      const found = await trx
        .selectFrom('sources as s')
        .innerJoin('source_revisions as v', (join) =>
          join.on('v.artist_id', '=', artistId).onRef('v.source_id', '=', 's.source_id'),
        )
        .select(['v.source_id', 'v.revision', 'v.text_utf16'])
        .where('s.artist_id', '=', artistId)
        .where('s.source_id', 'in', [...new Set(quoted.map(({ sourceId }) => sourceId))])
        .where('v.revision', 'in', [...new Set(quoted.map(({ revision }) => revision))])
        .where('s.curation', '=', 'approved')
        .where('s.is_private', '=', false)
        .where('s.removed_at', 'is', null)
        .execute()
      return quoted.filter(({ sourceId, revision, start, quote }) =>
        found.some(
          (row) =>
            row.source_id === sourceId &&
            row.revision === revision &&
            row.text_utf16.subarray(2 * start, 2 * (start + quote.length)).equals(Buffer.from(quote, 'utf16le')),
        ),
      ).length
    },
    saveAnswer: async ({ artistId, event, entryId, step, number, jobId }) => {
      await saveEvent(event)
      const { revision, previous } = step
      const saved = { revision, previous, answer: step.answer as string, saved_seq: event.seq }
      await trx
        .updateTable('interview_entries')
        .set({ ...saved, state: 'answered', answer_updated_at: event.at })
        .where('artist_id', '=', artistId)
        .where('id', '=', entryId)
        .where('revision', '=', previous as string)
        .execute()
      await trx
        .insertInto('response_versions')
        .values({ ...saved, artist_id: artistId, entry_id: entryId, number, saved_at: event.at })
        .execute()
      await saveJob(artistId, jobId)
    },
    saveSitting: async ({ artistId, event, id, requestId, sitting }) => {
      await saveEvent(event)
      const row = { artist_id: artistId, id, request_id: requestId, sitting, state: 'active', created_at: event.at }
      await trx.insertInto('interview_sessions').values(row).execute()
    },
    saveQuestion: async ({ event, question }) => {
      await saveEvent(event)
      const { answer: _, answer_updated_at: __, saved_seq: ___, previous: ____, ...row } = question
      await trx
        .insertInto('interview_entries')
        .values({ ...row, citations: JSON.stringify(row.citations) })
        .execute()
    },
    closeSitting: async ({ artistId, event, id, jobId }) => {
      await saveEvent(event)
      await trx
        .updateTable('interview_sessions')
        .set({ state: 'finished', closed_at: event.at })
        .where('artist_id', '=', artistId)
        .where('id', '=', id)
        .where('state', '=', 'active')
        .execute()
      await saveJob(artistId, jobId)
    },
  }
}
