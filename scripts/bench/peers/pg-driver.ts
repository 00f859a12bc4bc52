import pg from 'pg'
import type { Sitting } from '#plugins/sessions/queries.ts'
import type { Driver, Event, Head, Transaction } from './interview.ts'

/** As many as the writers of the largest load. */
export const connectionsMax = 16

const head = `(select json_build_object('seq', h.seq, 'hash', h.hash) from audit_events h
  where h.artist_id = $1 order by h.seq desc limit 1)`
/** The event is $2 to $10 of the artist $1. */
const event = `event as (insert into audit_events (artist_id, seq, action, subject, revision, actor, at, details, previous, hash)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10))`
const listEventValues = (artistId: string, e: Event) =>
  [
    artistId,
    e.seq,
    e.action,
    e.subject,
    e.revision,
    e.actor,
    e.at,
    JSON.stringify(e.details),
    e.previous,
    e.hash,
  ] as const
/** A refresh of the Lore with the identity $11, or none where that is null. */
const job = `job as (insert into artist_research_jobs (artist_id, id, kind, state)
  select $1, $11::uuid, 'lore_refresh', 'pending' where $11::uuid is not null
  on conflict (artist_id, kind, purpose) where state in ('pending', 'waiting')
  do update set requests = artist_research_jobs.requests + 1)`

const statements = {
  read: `select e.* from users u join claims c on c.user_id = u.id and c.artist_id = $2 and c.state = 'approved'
    join interview_entries e on e.artist_id = c.artist_id and e.id = $3 and e.state = 'answered' where u.subject = $1`,
  lockArtist: `select 1 from artists a join claims c on c.artist_id = a.id and c.state = 'approved'
    join users u on u.id = c.user_id where a.id = $1 and u.subject = $2 for update of a`,
  findAnswer: `select e.*, ${head} as head, coalesce((select max(v.number) from response_versions v
      where v.artist_id = $1 and v.entry_id = $2), 0) as number from interview_entries e where e.artist_id = $1 and e.id = $2`,
  findStart: `select ${head} as head, 1 + greatest(0,
      (select max(s.sitting) from interview_sessions s where s.artist_id = $1),
      (select max(e.sitting) from interview_entries e where e.artist_id = $1)) as sitting`,
  findSitting: `select ${head} as head, s.id, s.sitting, s.state, s.created_at, s.closed_at, coalesce((
      select json_agg(e order by e.ordinal) from interview_entries e where e.artist_id = $1 and e.session_id = $2), '[]') as questions
    from interview_sessions s where s.artist_id = $1 and s.id = $2 and s.state = 'active'`,
  findMemory: `select (select json_build_object('entryId', e.id, 'revision', e.revision) from interview_entries e
      where e.artist_id = $1 and e.id = (select v.entry_id from response_versions v where v.artist_id = $1
        order by v.saved_seq desc limit 1)) as "latestAnswer",
    coalesce((select json_agg(json_build_object('correctionId', c.id, 'revision', c.revision)) from corrections c
      where c.artist_id = $1), '[]') as corrections,
    coalesce((select json_agg(json_build_object('boundaryId', b.id, 'revision', b.revision)) from interview_boundaries b
      where b.artist_id = $1 and b.retracted_at is null and (b.scope = 'until_retracted' or b.sitting = $2)), '[]') as boundaries`,
  countFound: `select count(*)::int as found from unnest($2::text[], $3::text[], $4::int[], $5::bytea[]) as r (source_id, revision, start, quote)
    join sources s on s.artist_id = $1 and s.source_id = r.source_id and s.curation = 'approved' and not s.is_private and s.removed_at is null
    join source_revisions v on v.artist_id = $1 and v.source_id = r.source_id and v.revision = r.revision
    where substring(v.text_utf16 from 1 + 2 * r.start for octet_length(r.quote)) = r.quote`,
  saveEvent: `with ${event}, ${job} select`,
  saveAnswer: `with version as (insert into response_versions (artist_id, entry_id, number, revision, previous, answer, saved_at, saved_seq)
      values ($1, $2, $3, $4, $5, $6, $7, $8))
    update interview_entries set state = 'answered', answer = $6, previous = $5, revision = $4, answer_updated_at = $7, saved_seq = $8
    where artist_id = $1 and id = $2 and revision = $5`,
  saveSitting: `insert into interview_sessions (artist_id, id, request_id, sitting, state, created_at) values ($1, $2, $3, $4, 'active', $5)`,
  saveQuestion: `insert into interview_entries (artist_id, id, question_key, question, state, source, sitting, citations, revision,
      offered_at, session_id, ordinal) values ($1, $2, $3, $4, 'offered', $5, $6, $7, $8, $9, $10, $11)`,
  closeSitting: `update interview_sessions set state = 'finished', closed_at = $3 where artist_id = $1 and id = $2 and state = 'active'`,
}

/** The driver by itself: pooled connections, each of which has every statement prepared under its name. */
export function openPgDriver(): Driver {
  const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: connectionsMax })
  const run = async (client: pg.Pool | pg.PoolClient, name: keyof typeof statements, values: readonly unknown[]) =>
    await client.query({ name, text: statements[name], values: [...values] })

  function openTransaction(client: pg.PoolClient): Transaction {
    const findFirst = async (name: keyof typeof statements, values: readonly unknown[]) =>
      (await run(client, name, values)).rows[0]
    const saveEvent = (artistId: string, e: Event, jobId: string | null = null) =>
      run(client, 'saveEvent', [...listEventValues(artistId, e), jobId])
    return {
      lockArtist: async (subject, artistId) => (await findFirst('lockArtist', [artistId, subject])) !== undefined,
      findAnswer: (artistId, id) => findFirst('findAnswer', [artistId, id]),
      findStart: async (artistId) => withHead(await findFirst('findStart', [artistId])),
      findSitting: async (artistId, id) => {
        const row = await findFirst('findSitting', [artistId, id])
        if (row === undefined) return undefined
        const { head: newest, ...sitting } = withHead(row)
        return { head: newest, sitting: sitting as unknown as Sitting }
      },
      findMemory: (artistId, sitting) => findFirst('findMemory', [artistId, sitting]),
      countFound: async (artistId, references) => {
        const originals = references.filter((reference) => reference.kind === 'original')
        const columns = [
          originals.map(({ sourceId }) => sourceId),
          originals.map(({ revision }) => revision),
          originals.map(({ start }) => start),
          originals.map(({ quote }) => Buffer.from(quote, 'utf16le')),
        ]
        return (await findFirst('countFound', [artistId, ...columns])).found
      },
      saveAnswer: async ({ artistId, event: e, entryId, step, number, jobId }) => {
        await saveEvent(artistId, e, jobId)
        const { revision, previous, answer } = step
        await run(client, 'saveAnswer', [artistId, entryId, number, revision, previous, answer, e.at, e.seq])
      },
      saveSitting: async ({ artistId, event: e, id, requestId, sitting }) => {
        await saveEvent(artistId, e)
        await run(client, 'saveSitting', [artistId, id, requestId, sitting, e.at])
      },
      saveQuestion: async ({ artistId, event: e, question: q }) => {
        await saveEvent(artistId, e)
        const citations = JSON.stringify(q.citations)
        const rest = [q.sitting, citations, q.revision, q.offered_at, q.session_id, q.ordinal]
        await run(client, 'saveQuestion', [artistId, q.id, q.question_key, q.question, q.source, ...rest])
      },
      closeSitting: async ({ artistId, event: e, id, jobId }) => {
        await saveEvent(artistId, e, jobId)
        await run(client, 'closeSitting', [artistId, id, e.at])
      },
    }
  }

  return {
    read: async (subject, artistId, id) => (await run(pool, 'read', [subject, artistId, id])).rows[0],
    transact: async (work) => {
      const client = await pool.connect()
      try {
        await client.query('begin')
        const result = await work(openTransaction(client))
        await client.query('commit')
        return result
      } catch (error) {
        await client.query('rollback')
        throw error
      } finally {
        client.release()
      }
    },
  }
}

/** An artist without any event has a log that begins. */
const withHead = <T>(row: T & { head: Head | null }): T & { head: Head } => ({
  ...row,
  head: row.head ?? { seq: 0, hash: null },
})
