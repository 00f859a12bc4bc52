import { addImportedAnswer } from '../../../test/sessions/interview.ts'
import type { Benchmarks, Entrant } from '../benchmark.ts'
import { requestsPerSecond } from '../load.ts'
import { runLoop } from '../loop.ts'
import { startPeer } from '../start-peer.ts'
import { openTestUser } from '../test-user.ts'

const connections = 32
const express = { express: '5.2.1', 'express-openapi-validator': '5.6.2' }

/** The floor's one statement: the row by its key, prepared, over a pooled connection, without a service. */
const floorSql = {
  name: 'floor',
  text: `select id, question_key, question, answer, source, sitting, offered_at, answer_updated_at, revision
    from interview_entries where artist_id = $1 and id = $2`,
}

/** One saved response, read by its claimant: token, permission, request and response checked each time. */
export const benchmarks: Benchmarks = async (stage) => {
  const claimant = await openTestUser(stage)
  const { id } = await addImportedAnswer(
    { db: stage.db, artistId: claimant.artistId },
    {
      answer: 'My sister played one at the wake, and the whole room went quiet.',
      offeredAt: '2026-03-04T10:01:12Z',
    },
  )
  await stage.db.updateTable('interview_entries').set({ answer_updated_at: new Date() }).where('id', '=', id).execute()
  const path = `/api/artist/${claimant.artistId}/interview/responses/${id}`
  const over = (name: string, role: Entrant['role'], base: string): Entrant => ({
    name,
    role,
    measure: (seconds) => requestsPerSecond({ url: base + path, headers: claimant.headers, connections, seconds }),
  })
  const pool = stage.pool(connections)
  const floor: Entrant = {
    name: 'pg, pooled and named, no HTTP',
    role: 'floor',
    measure: (seconds) =>
      runLoop(connections, seconds, () => pool.query({ ...floorSql, values: [claimant.artistId, id] })),
  }
  return [
    {
      work: 'read one response',
      unit: 'a second',
      goal: 1,
      entrants: [
        floor,
        over('express, token cached', 'peer', await startPeer(stage, 'express-read.ts', express, 'cached')),
        over('express, token verified', 'peer', await startPeer(stage, 'express-read.ts', express, 'verified')),
        over('Sittings', 'ours', (await stage.service()).base),
      ],
    },
  ]
}
