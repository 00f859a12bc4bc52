/**
 * A peer: Express with express-openapi-validator over the contract, revising a response in the usual way: the token's
 * signature cached, then BEGIN, a lock with the claim, the read, the writes, COMMIT. A process of its own; prints its
 * port. Argument: the folder of the peers' packages.
 */
import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type CryptoKey, importJWK, jwtVerify } from 'jose'
import pg from 'pg'

const [, , folder = ''] = process.argv
const require = createRequire(join(folder, 'package.json'))
const express = require('express')
const { middleware } = require('express-openapi-validator')
const apiSpec = fileURLToPath(new URL('../../../openapi/bundle/openapi.yaml', import.meta.url))

const { d: _private, ...jwk } = JSON.parse(readFileSync(join(process.env.DATA_FOLDER ?? '', 'token-key.json'), 'utf8'))
const key = (await importJWK(jwk, 'EdDSA')) as CryptoKey
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 })
const known = new Map<string, string>()

async function subjectOf(token: string): Promise<string> {
  const cached = known.get(token)
  if (cached !== undefined) return cached
  const { payload } = await jwtVerify(token, key, { algorithms: ['EdDSA'] })
  known.set(token, String(payload.sub))
  return String(payload.sub)
}

const lockSql = `select a.audit_seq, a.audit_head from artists a join claims c on c.artist_id = a.id and c.state = 'approved'
  join users u on u.id = c.user_id where a.id = $1 and u.subject = $2 for update of a`
const readSql = `select e.*, (select max(number) from response_versions v where v.artist_id = e.artist_id and v.entry_id = e.id) as number
  from interview_entries e where artist_id = $1 and id = $2 and state = 'answered'`
const entrySql = `with version as (
    insert into response_versions (artist_id, entry_id, number, revision, previous, answer, note, saved_at, saved_seq)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  ) update interview_entries set answer = $6, previous = $5, revision = $4, answer_updated_at = $8, saved_seq = $9
    where artist_id = $1 and id = $2 and revision = $5`
const trailSql = `with head as (update artists set audit_seq = $2, audit_head = $6 where id = $1), job as (
    insert into artist_research_jobs (artist_id, id, kind, state) values ($1, $9, 'lore_refresh', 'pending')
    on conflict (artist_id, kind, purpose) where state in ('pending', 'waiting')
    do update set requests = artist_research_jobs.requests + 1
  ) insert into audit_events (artist_id, seq, action, subject, revision, actor, at, details, previous, hash)
    values ($1, $2, 'answer.revised', $3, $4, $5, $8, '{}', $7, $6)`

const hashOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex')

async function revise(client: pg.PoolClient, subject: string, { params, body }: Loose) {
  const { id: artistId, answerId } = params
  const [artist] = (await client.query(lockSql, [artistId, subject])).rows
  const [entry] = (await client.query(readSql, [artistId, answerId])).rows
  if (artist === undefined || entry === undefined) return { status: 404, body: { code: 'not_found', error: 'None.' } }
  if (entry.revision !== body.expectedRevision) {
    return { status: 409, body: { code: 'revision_changed', error: 'Another revision.' } }
  }
  const at = new Date()
  const seq = artist.audit_seq + 1
  const revision = hashOf([artistId, answerId, body.answer, entry.revision])
  const hash = hashOf([seq, revision, subject, at, artist.audit_head])
  const version = [artistId, answerId, Number(entry.number) + 1, revision, entry.revision, body.answer, null, at, seq]
  await client.query(entrySql, version)
  const event = [artistId, seq, `entry:${answerId}`, revision, subject, hash, artist.audit_head, at, randomUUID()]
  await client.query(trailSql, event)
  const { question_key: questionKey, question, source, sitting, offered_at: offeredAt } = entry
  const response = { id: answerId, questionKey, question, answer: body.answer, source, sitting }
  const instants = { offeredAt: offeredAt?.toISOString() ?? null, answerUpdatedAt: at.toISOString() }
  return {
    status: 200,
    body: { status: 'ok', response: { ...response, ...instants, revision }, isCurrent: true },
  }
}

const app = express()
app.use(express.json())
app.use(middleware({ apiSpec, validateRequests: true, validateResponses: true, validateSecurity: false }))
app.patch('/api/artist/:id/interview/responses/:answerId', async (request: Loose, response: Loose, next: Loose) => {
  const client = await pool.connect()
  try {
    const subject = await subjectOf(String(request.headers.authorization).slice('Bearer '.length))
    await client.query('begin')
    const answer = await revise(client, subject, request)
    await client.query(answer.status === 200 ? 'commit' : 'rollback')
    response.status(answer.status).json(answer.body)
  } catch (error) {
    await client.query('rollback')
    next(error)
  } finally {
    client.release()
  }
})
app.use((error: Error, _request: Loose, response: Loose, _next: Loose) =>
  response.status(500).json({ error: error.message }),
)
// biome-ignore lint/suspicious/noExplicitAny: the package is installed at run time, without its types
type Loose = any

const server = app.listen(0, '127.0.0.1', () => console.log(server.address().port))
