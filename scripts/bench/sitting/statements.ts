import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { insertOffer, insertSitting, markFinished, markStep } from '#plugins/sessions/change-queries.ts'
import type { Asked } from '#src/database/statement.ts'
import type { EventRow } from '#src/records/audit/events.ts'
import type { Revision } from '#src/text/revisions.ts'
import { clocked, type Hold, type Subject } from './steps.ts'

/**
 * The floor: the one statement by which each step is kept, over the bare driver, with nothing read, locked, hashed or
 * checked.
 */
export async function holdInStatements(pool: pg.Pool, { artistId, references }: Subject): Promise<Hold> {
  const { rows } = await pool.query('select audit_seq, audit_head from artists where id = $1', [artistId])
  let seq: number = rows[0].audit_seq
  let head: string | null = rows[0].audit_head
  let sitting = 0

  function event(action: string, subject: string, revision: string | null): EventRow {
    const [previous, hash] = [head, newHash()]
    seq += 1
    head = hash
    const about = { artist_id: artistId, seq, action, subject, revision, actor: 'owner' }
    return { ...about, at: new Date().toISOString(), details: '{}', previous, hash }
  }
  async function send({ query: { sql, parameters }, name }: Asked<unknown>): Promise<void> {
    await pool.query({ ...(name !== undefined && { name }), text: sql, values: [...parameters] })
  }
  return async () => {
    sitting += 1
    const [sessionId, id] = [uuidv7(), uuidv7()]
    const started = event('sitting.started', `session:${sessionId}`, null)
    await send(insertSitting({ id: sessionId, requestId: uuidv7(), sitting, event: started }))
    const revision = newHash()
    const content = {
      id,
      question_key: id,
      question: 'What is behind passage number one?',
      sitting,
      source: 'interview',
    }
    const place = { session_id: sessionId, ordinal: 1, citations: JSON.stringify(references) }
    const offer = { ...content, ...place, state: 'offered', revision } as const
    const subject = `entry:${id}`
    const [, offerMs] = await clocked(send(insertOffer({ offer, event: event('question.offered', subject, revision) })))
    const step = { state: 'answered', answer: 'Nobody kept it.', revision: newHash(), previous: revision } as const
    const [, answerMs] = await clocked(send(markStep({ id }, step, event('answer.saved', subject, step.revision))))
    const finished = event('sitting.finished', `session:${sessionId}`, null)
    const [, finishMs] = await clocked(send(markFinished(sessionId, undefined, finished, uuidv7())))
    return { offer: offerMs, answer: answerMs, finish: finishMs }
  }
}

const newHash = () => randomBytes(32).toString('hex') as Revision
