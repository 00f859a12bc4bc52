/**
 * A peer: Express with express-openapi-validator over the contract, reading one response in the usual way: a middleware
 * checks the token, a pool is queried for claim and answer. A process of its own; prints its port. Arguments: the
 * folder of the peers' packages, `verified` or `cached` (whether a token's signature is checked each time).
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type CryptoKey, importJWK, jwtVerify } from 'jose'
import pg from 'pg'

const [, , folder = '', mode = 'verified'] = process.argv
const require = createRequire(join(folder, 'package.json'))
const express = require('express')
const { middleware } = require('express-openapi-validator')
const apiSpec = fileURLToPath(new URL('../../../openapi/bundle/openapi.yaml', import.meta.url))

const { d: _private, ...jwk } = JSON.parse(readFileSync(join(process.env.DATA_FOLDER ?? '', 'token-key.json'), 'utf8'))
const key = (await importJWK(jwk, 'EdDSA')) as CryptoKey
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 32 })
const known = new Map<string, string>()

async function subjectOf(token: string): Promise<string> {
  const cached = mode === 'cached' ? known.get(token) : undefined
  if (cached !== undefined) return cached
  const { payload } = await jwtVerify(token, key, { algorithms: ['EdDSA'] })
  known.set(token, String(payload.sub))
  return String(payload.sub)
}

const sql = `select e.id, e.question_key as "questionKey", e.question, e.answer, e.source, e.sitting, e.offered_at as "offeredAt",
    e.answer_updated_at as "answerUpdatedAt", e.revision, c.state
  from users u
  join claims c on c.user_id = u.id and c.artist_id = $2
  join interview_entries e on e.artist_id = c.artist_id and e.id = $3 and e.state = 'answered'
  where u.subject = $1`

const app = express()
app.use(middleware({ apiSpec, validateRequests: true, validateResponses: true, validateSecurity: false }))
app.get(
  '/api/artist/:id/interview/responses/:answerId',
  async (
    request: { headers: Record<string, string>; params: Record<string, string> },
    response: Loose,
    next: Loose,
  ) => {
    try {
      const subject = await subjectOf(String(request.headers.authorization).slice('Bearer '.length))
      const { rows } = await pool.query(sql, [subject, request.params.id, request.params.answerId])
      const { state, ...row } = rows[0] ?? {}
      if (state !== 'approved') return response.status(404).json({ code: 'not_found', error: 'No such response.' })
      const instants = { offeredAt: row.offeredAt.toISOString(), answerUpdatedAt: row.answerUpdatedAt.toISOString() }
      response.json({ status: 'ok', response: { ...row, ...instants }, isCurrent: true })
    } catch (error) {
      next(error)
    }
  },
)
app.use((error: Error, _request: Loose, response: Loose, _next: Loose) =>
  response.status(500).json({ error: error.message }),
)
// biome-ignore lint/suspicious/noExplicitAny: the package is installed at run time, without its types
type Loose = any

const server = app.listen(0, '127.0.0.1', () => console.log(server.address().port))
