/**
 * A lower bound: plain Fastify, and everything that a revise writes as one hand-written named statement on the
 * service's own tables. It checks neither request nor caller, and computes no digest. Prints its port.
 */
import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import pg from 'pg'
import { connectionsMax } from './pg-driver.ts'

const text = `with head as (
    select seq, hash from audit_events where artist_id = $1 order by seq desc limit 1
  ), event as (
    insert into audit_events (artist_id, seq, action, subject, revision, actor, at, details, previous, hash)
    select $1, seq + 1, 'answer.revised', 'entry:' || $2::uuid, $4, 'owner', now(), '{}', hash, $4 from head returning seq
  ), version as (
    insert into response_versions (artist_id, entry_id, number, revision, previous, answer, saved_at, saved_seq)
    select $1, $2, (select max(number) + 1 from response_versions where artist_id = $1 and entry_id = $2), $4, $5, $3, now(), seq
    from event
  ), job as (
    insert into artist_research_jobs (artist_id, id, kind, state) values ($1, gen_random_uuid(), 'lore_refresh', 'pending')
    on conflict (artist_id, kind, purpose) where state in ('pending', 'waiting')
    do update set requests = artist_research_jobs.requests + 1
  )
  update interview_entries e set answer = $3, previous = e.revision, revision = $4, answer_updated_at = now(), saved_seq = event.seq
  from event where e.artist_id = $1 and e.id = $2 and e.revision = $5
  returning e.id, e.question_key as "questionKey", e.question, e.answer, e.source, e.sitting, e.offered_at as "offeredAt",
    e.answer_updated_at as "answerUpdatedAt", e.revision`

type Revise = {
  Params: { id: string; answerId: string }
  Body: { expectedRevision: string; answer: string }
}

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: connectionsMax })
const app = Fastify()
app.patch<Revise>('/api/artist/:id/interview/responses/:answerId', async ({ params, body }) => {
  const revision = randomBytes(32).toString('hex')
  const values = [params.id, params.answerId, body.answer, revision, body.expectedRevision]
  const { rows } = await pool.query({ name: 'revise', text, values })
  if (rows.length !== 1) throw new Error('Nothing was revised')
  return { status: 'ok', response: rows[0], isCurrent: true }
})
await app.listen({ host: '127.0.0.1', port: 0 })
console.log((app.server.address() as AddressInfo).port)
