import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { insertQuestion, insertSitting, markFinished } from '#plugins/sessions/mutations.ts'
import { pipelinedTransaction } from '#src/database/pipelined-transaction.ts'
import type { BoundQuery } from '#src/database/prepared-query.ts'
import { insertJob } from '#src/queue/enqueue.ts'
import { type AuditEvent, insertEvent } from '#src/records/audit/events.ts'
import { insertVersion, markStep } from '#src/records/interview/step-queries.ts'
import type { Revision } from '#src/text/revisions.ts'
import { clocked, type Hold, type Subject } from './steps.ts'

/**
 * The floor: the statements of each step in one flush, over the bare driver, with nothing read, locked, hashed or
 * checked.
 */
export async function holdInStatements(pool: pg.Pool, { artistId, references }: Subject): Promise<Hold> {
  const { rows } = await pool.query(
    'select seq, hash from audit_events where artist_id = $1 order by seq desc limit 1',
    [artistId],
  )
  let seq: number = rows[0]?.seq ?? 0
  let head: Revision | null = rows[0]?.hash ?? null
  let sitting = 0

  function event(action: string, subject: string, revision: Revision | null): AuditEvent {
    const [previous, hash, at] = [head, newHash(), new Date()]
    seq += 1
    head = hash
    const about = { artistId, seq, action, subject, revision, actor: 'owner', details: {} }
    return { ...about, at, instant: at.toISOString(), previous, hash }
  }
  const send = (event: AuditEvent, ...writes: BoundQuery<unknown>[]): Promise<void> =>
    pipelinedTransaction({ pool, ended: undefined, addressed: (statement) => statement }, ({ commit }) =>
      commit([insertEvent(event), ...writes]),
    )

  return async () => {
    sitting += 1
    const [sessionId, id] = [uuidv7(), uuidv7()]
    const started = event('sitting.started', `session:${sessionId}`, null)
    await send(started, insertSitting({ id: sessionId, requestId: uuidv7(), sitting }, started))
    const revision = newHash()
    const subject = `entry:${id}`
    const question = {
      ...{ artist_id: artistId, id, question_key: id, question: 'What is behind passage number one?', sitting },
      ...({ source: 'interview', citations: references, state: 'offered', revision } as const),
      ...{ session_id: sessionId, ordinal: 1 },
    }
    const offered = event('question.offered', subject, revision)
    const [, offer] = await clocked(send(offered, insertQuestion(question, offered)))
    const step = { state: 'answered', answer: 'It was not kept.', revision: newHash(), previous: revision } as const
    const saved = event('answer.saved', subject, step.revision)
    const version = insertVersion(id, step, { number: 1, note: null }, saved)
    const [, answer] = await clocked(send(saved, markStep(id, step, saved), version))
    const finished = event('sitting.finished', `session:${sessionId}`, null)
    const job = insertJob({ artistId, id: uuidv7(), kind: 'lore_refresh' })
    const [, finish] = await clocked(send(finished, markFinished(sessionId, finished), job))
    return { offer, answer, finish }
  }
}

const newHash = () => randomBytes(32).toString('hex') as Revision
