import { randomBytes } from 'node:crypto'
import { setClaim } from '#src/admin/claims.ts'
import { addImportedAnswer } from '../../../test/sessions/interview.ts'
import type { Benchmark, Benchmarks, Entrant } from '../benchmark.ts'
import type { BenchEnvironment } from '../environment.ts'
import { type HttpClient, openHttpClient } from '../http-client.ts'
import { runLoop } from '../loop.ts'
import { startPeer } from '../start-peer.ts'
import { openTestUser } from '../test-user.ts'

const express = { express: '5.2.1', 'express-openapi-validator': '5.6.2' }

/** An answer as its client knows it. */
type Answer = { artistId: string; id: string; revision: string; number: number }
type Claimant = Awaited<ReturnType<typeof openTestUser>>

/** Repeated revises of some answers: over many artists, over one connection, and all of one artist. */
export const benchmarks: Benchmarks = async (stage) => {
  const claimant = await openTestUser(stage)
  const peer = await startPeer(stage, 'express-revise.ts', express)
  const { base } = await stage.service()
  const race = async (work: string, goal: number, connections: number, artists: number): Promise<Benchmark> => {
    const owned = await Promise.all(Array.from({ length: artists }, () => ownedArtist(stage, claimant)))
    const answers = () =>
      Promise.all(Array.from({ length: connections }, (_, at) => answerOf(stage, owned[at % artists] ?? '')))
    const over = async (name: string, role: Entrant['role'], where: string): Promise<Entrant> => ({
      name,
      role,
      measure: revising(wires(stage, where, claimant, connections), await answers()),
    })
    return {
      work,
      unit: 'a second',
      goal,
      warmRounds: 5,
      entrants: [
        { name: 'one data-modifying statement, named', role: 'floor', measure: floor(stage, await answers()) },
        await over('express, BEGIN/4/COMMIT', 'peer', peer),
        await over('Sittings', 'ours', base),
      ],
    }
  }
  return [
    await race('revise, 16 connections', 0.62, 16, 16),
    await race('revise, one connection', 0.7, 1, 1),
    await race('revise, 16 connections on one artist', 0.88, 16, 1),
  ]
}

async function ownedArtist({ db, newId }: BenchEnvironment, { subject }: Claimant): Promise<string> {
  const id = newId()
  await db.insertInto('artists').values({ id, name: 'Mara Quill' }).execute()
  await setClaim(db, { artistId: id, subject, state: 'approved' })
  return id
}

async function answerOf({ db }: BenchEnvironment, artistId: string): Promise<Answer> {
  const { id, revision } = await addImportedAnswer({ db, artistId })
  await db.updateTable('interview_entries').set({ answer_updated_at: new Date() }).where('id', '=', id).execute()
  return { artistId, id, revision, number: 1 }
}

function wires({ teardown }: BenchEnvironment, base: string, { headers }: Claimant, count: number): HttpClient[] {
  const opened = Array.from({ length: count }, () => openHttpClient(base, headers.authorization))
  teardown(() => opened.map(({ close }) => close()))
  return opened
}

/** Each connection revises its own answer, from the revision in the last response. */
const revising = (wires: HttpClient[], answers: Answer[]) => (seconds: number) =>
  runLoop(wires.length, seconds, async (loop) => {
    const [wire, answer] = [wires[loop], answers[loop]]
    if (wire === undefined || answer === undefined) return
    answer.number += 1
    const path = `/api/artist/${answer.artistId}/interview/responses/${answer.id}`
    const body = { expectedRevision: answer.revision, answer: `Wording ${answer.number}.` }
    const heard = await wire.send('PATCH', path, body)
    if (heard.status !== 200) throw new Error(`A revise was answered with ${heard.status} ${heard.body}`)
    answer.revision = JSON.parse(heard.body).response.revision
  })

/** Everything that a revise writes and nothing that it checks, by hand. */
const floorSql = `with head as (
    update artists set audit_seq = audit_seq + 1, audit_head = $4 where id = $1 returning audit_seq
  ), revised as (
    update interview_entries set answer = $3, previous = revision, revision = $4, answer_updated_at = now(), saved_seq = head.audit_seq
    from head where artist_id = $1 and id = $2 and revision = $5 returning interview_entries.*
  ), version as (
    insert into response_versions (artist_id, entry_id, number, revision, previous, answer, saved_at, saved_seq)
    select $1, $2, $6, $4, $5, $3, now(), saved_seq from revised
  ), event as (
    insert into audit_events (artist_id, seq, action, subject, revision, actor, at, details, previous, hash)
    select $1, audit_seq, 'answer.revised', $7, $4, 'owner', now(), '{}', case when audit_seq > 1 then $5 end, $4 from head
  ), job as (
    insert into artist_research_jobs (artist_id, id, kind, state) values ($1, gen_random_uuid(), 'lore_refresh', 'pending')
    on conflict (artist_id, kind, purpose) where state in ('pending', 'waiting')
    do update set requests = artist_research_jobs.requests + 1
  )
  select * from revised`

function floor(stage: BenchEnvironment, answers: Answer[]): (seconds: number) => Promise<number> {
  const pool = stage.pool(answers.length)
  return (seconds) =>
    runLoop(answers.length, seconds, async (loop) => {
      const answer = answers[loop]
      if (answer === undefined) return
      answer.number += 1
      const revision = randomBytes(32).toString('hex')
      const { artistId, id, number, revision: previous } = answer
      const values = [artistId, id, `Wording ${number}.`, revision, previous, number, `entry:${id}`]
      const { rowCount } = await pool.query({ name: 'floor', text: floorSql, values })
      if (rowCount !== 1) throw new Error('The floor revised nothing')
      answer.revision = revision
    })
}
