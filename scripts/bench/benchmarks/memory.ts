import { type Kysely, sql } from 'kysely'
import { loadConfig } from '#src/config.ts'
import { connect } from '#src/database/connect.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { readMemorySnapshot } from '#src/records/memory/snapshot.ts'
import { addCorrection } from '../../../test/memory/memory.ts'
import type { Benchmarks, Entrant } from '../benchmark.ts'
import type { BenchEnvironment } from '../environment.ts'
import { got, medianMs } from '../median-ms.ts'
import { openTestUser } from '../test-user.ts'

/** One: several would measure the waiting for each other. */
const readers = 1
const answersPerSitting = 4

/**
 * The mandatory memory of an artist with 2,000 answers, beside that of one with 20: a page of it, and what an offer
 * checks of it.
 */
export const benchmarks: Benchmarks = async (stage) => {
  const few = await createInterviewedArtist(stage, 'few', 20)
  const many = await createInterviewedArtist(stage, 'many', 2_000)
  await sql`vacuum analyze`.execute(stage.db)
  const { base } = await stage.service()
  const { timeouts } = loadConfig({})
  const pool = { max: readers, waitMs: 60_000 }
  const { db, close } = connect({ url: stage.url, pool, timeouts, applicationName: 'sittings bench' })
  stage.teardown(close)

  const page = ({ artistId, headers, sitting }: Interviewed) =>
    got(`${base}/api/artist/${artistId}/interview/memory?sitting=${sitting}`, headers)
  const snapshot = ({ artistId, sitting }: Interviewed) => readMemorySnapshot(db, artistId, sitting)
  const entrants = (read: (of: Interviewed) => Promise<unknown>): Entrant[] => [
    { name: '20 answers', role: 'floor', measure: (seconds) => medianMs(readers, seconds, () => read(few)) },
    { name: '2,000 answers', role: 'ours', measure: (seconds) => medianMs(readers, seconds, () => read(many)) },
  ]
  return [
    { work: 'a page of the memory after 2,000 answers', unit: 'ms', goal: 1.5, entrants: entrants(page) },
    { work: 'the check of its snapshot by an offer', unit: 'ms', goal: 1.1, entrants: entrants(snapshot) },
  ]
}

type Interviewed = Awaited<ReturnType<typeof createInterviewedArtist>>

/** An artist with so many answers in sittings of four, and some corrections. */
async function createInterviewedArtist(stage: BenchEnvironment, subject: string, answers: number) {
  const claimant = await openTestUser(stage, subject)
  const { artistId } = claimant
  await insertAnswers(stage.db, artistId, answers)
  for (let count = 0; count < 5; count += 1)
    await addCorrection({ db: stage.db, artistId }, { claim: `Claim ${count}.` })
  return { ...claimant, sitting: 1 + answers / answersPerSitting }
}

const insertAnswers = (db: Kysely<DB>, artistId: string, answers: number) =>
  sql`insert into interview_entries (artist_id, id, question_key, question, answer, state, source, sitting, revision, offered_at,
      answer_updated_at, saved_seq)
    select ${artistId}, gen_random_uuid(), 'key ' || n, 'Where was it?', repeat('In the old mill. ', 20), 'answered', 'import', 1 + n / ${sql.lit(answersPerSitting)},
      ${'a'.repeat(64)}, timestamptz '2020-01-01T00:00:00Z' + n * interval '1 hour', timestamptz '2020-01-01T00:30:00Z' + n * interval '1 hour', n
    from generate_series(1, ${sql.lit(answers)}) as n`.execute(db)
