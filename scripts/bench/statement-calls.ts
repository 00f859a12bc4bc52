import { randomBytes, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { buildReferences } from './http-calls.ts'
import type { Calls } from './load.ts'

/** Appends an event of the artist $1 with the hash $2, about $3 in the revision $4, and remembers the head. */
const withEvent = (action: string) => `with head as (
    update plain.artists set seq = seq + 1, head = $2 where id = $1 returning seq, old.head as previous
  ), event as (
    insert into plain.events select $1, seq, '${action}', $3, $4, 'owner', now(), '{}', previous, $2 from head
  )`
const refresh = `job as (
    insert into plain.jobs values ($1, gen_random_uuid(), 'lore_refresh', 'pending', 1, clock_timestamp())
    on conflict (artist_id, kind) do update set requests = jobs.requests + 1
  )`

const statements = {
  read: `select id, question_key, question, answer, source, sitting, offered_at, answer_updated_at, revision
    from plain.entries where artist_id = $1 and id = $2`,
  revise: `${withEvent('answer.revised')}, revised as (
      update plain.entries set answer = $5, previous = revision, revision = $4, answer_updated_at = now(),
        saved_seq = head.seq from head where artist_id = $1 and entries.id = $6 and revision = $7 returning 1
    ), version as (
      insert into plain.versions select $1, $6, $8, $4, $7, $5, now(), seq from head
    ), ${refresh} select * from revised`,
  start: `${withEvent('sitting.started')}
    insert into plain.sessions select $1, $5, $6, 1 + coalesce(max(sitting), 0), 'active', now()
      from plain.sessions where artist_id = $1 returning sitting`,
  offer: `${withEvent('question.offered')}
    insert into plain.entries (artist_id, id, question_key, question, state, source, sitting, citations, revision,
      offered_at, session_id, ordinal)
    values ($1, $5, $3, 'What is behind this passage?', 'offered', 'interview', $6, $7, $4, now(), $8, 1) returning 1`,
  answer: `${withEvent('answer.saved')}, version as (
      insert into plain.versions select $1, $5, 1, $4, $6, $7, now(), seq from head
    ) update plain.entries set state = 'answered', answer = $7, previous = revision, revision = $4,
        answer_updated_at = now(), saved_seq = head.seq
      from head where artist_id = $1 and entries.id = $5 and revision = $6 returning 1`,
  finish: `${withEvent('sitting.finished')}, ${refresh}
    update plain.sessions set state = 'finished', closed_at = now()
      where artist_id = $1 and id = $5 and $4::text is null returning 1`,
}

/** The lower bound: each call is one hand-written statement on plain tables, without checks and without a digest. */
export function openStatementCalls(pool: pg.Pool): Calls {
  async function run(name: keyof typeof statements, values: unknown[]): Promise<Record<string, number>> {
    const { rows } = await pool.query({ name, text: statements[name], values })
    if (rows.length !== 1) throw new Error(`The floor's statement ${name} found no row`)
    return rows[0]
  }
  return {
    read: async ({ artistId, id }) => void (await run('read', [artistId, id])),
    revise: async ({ artistId, id, revision, number }, text) => {
      const next = newDigest()
      await run('revise', [artistId, newDigest(), `entry:${id}`, next, text, id, revision, number + 1])
      return next
    },
    start: async ({ id: artistId }) => {
      const id = randomUUID()
      const { sitting = 1 } = await run('start', [artistId, newDigest(), `session:${id}`, null, id, randomUUID()])
      return { id, sitting }
    },
    offer: async (artist, { id: sessionId, sitting }) => {
      const [id, revision] = [randomUUID(), newDigest()]
      const citations = JSON.stringify(buildReferences(artist))
      await run('offer', [artist.id, newDigest(), `entry:${id}`, revision, id, sitting, citations, sessionId])
      return { id, revision }
    },
    answer: async ({ id: artistId }, { id, revision }, text) => {
      const next = newDigest()
      await run('answer', [artistId, newDigest(), `entry:${id}`, next, id, revision, text])
      return next
    },
    finish: async ({ id: artistId }, { id }) =>
      void (await run('finish', [artistId, newDigest(), `session:${id}`, null, id])),
  }
}

const newDigest = () => randomBytes(32).toString('hex')
